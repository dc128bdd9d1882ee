-- User ID of the actor, set at the start of each transaction, or null.
create or replace function public.current_user_id() returns uuid
language sql stable parallel safe as $$
  select nullif(current_setting('app.user_id', true), '')::uuid
$$;

revoke execute on function public.current_user_id() from public;
grant execute on function public.current_user_id() to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin, ninth_bend_packer;
