-- One role per kind of actor and three for background work; none can log in. All databases of a server share
-- them, so concurrent creation must not fail.
do $$
declare
  role_name text;
begin
  foreach role_name in array array[
    'ninth_bend_visitor', 'ninth_bend_customer', 'ninth_bend_checkout', 'ninth_bend_admin', 'ninth_bend_packer',
    'ninth_bend_worker', 'ninth_bend_accounts'
  ] loop
    if not exists (select from pg_roles where rolname = role_name) then
      begin
        execute format('create role %I nologin', role_name);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
    if not exists (
      select from pg_auth_members
       where roleid = to_regrole(role_name) and member = to_regrole(quote_ident(current_user))
         and coalesce((to_jsonb(pg_auth_members) ->> 'set_option')::boolean, true)
    ) and not (select rolsuper from pg_roles where rolname = current_user) then
      begin
        execute format('grant %I to %I', role_name, current_user);
      exception
        when unique_violation then null;
      end;
    end if;
  end loop;
end
$$;
