-- Writes changes of products and categories to audit_events, with the changed fields before and after.
create or replace function public.audit_catalogue_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- The stock is in the ledger, the order of Featured is written by set_featured_order(), and the event has
  -- time and version.
  v_ignored_fields constant text[] := array['id', 'version', 'created_at', 'updated_at', 'stock', 'sellable_stock', 'featured_position'];
  v_old jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - v_ignored_fields end;
  v_new jsonb := to_jsonb(new) - v_ignored_fields;
  v_actor uuid := public.current_user_id();
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(n.key, v_old -> n.key), jsonb_object_agg(n.key, n.value) into v_old, v_new
      from jsonb_each(v_new) n where n.value is distinct from v_old -> n.key;
    if v_new is null then
      return null;
    end if;
  end if;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after, version)
  values (case when v_actor is null then 'system' else 'admin' end, v_actor, tg_argv[0], new.id,
    case when tg_op = 'UPDATE' then 'changed' else 'added' end, v_old, v_new, new.version);
  return null;
end $$;
-- Sales update only the stock and do not run this trigger.
do $$
begin
  execute format($f$
    create or replace trigger audit_update after insert or update of %s on products
      for each row execute function audit_catalogue_change('product')$f$,
    all_columns_except('products', array['id', 'slug', 'stock', 'sellable_stock', 'featured_position', 'version', 'created_at', 'updated_at']));
end $$;
create or replace trigger audit_update after insert or update of name, description, image_url, is_on_home_page on categories
  for each row execute function audit_catalogue_change('category');

-- Records who becomes or stops being an administrator, with the role; removal and suspension end admin
-- sessions. Changes by an administrator are in audit_events, those by the operator in access_events.
create or replace function public.audit_admin_role_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_actor uuid := public.current_user_id();
  v_old jsonb;
  v_new jsonb;
  v_ended integer := 0;
begin
  if tg_op = 'UPDATE' and new.user_id = old.user_id then
    v_old := jsonb_build_object('role', old.role, 'is_suspended', old.suspended_at is not null);
    v_new := jsonb_build_object('role', new.role, 'is_suspended', new.suspended_at is not null);
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after)
    select case when v_actor is null then 'system' else 'admin' end, v_actor, 'administrator', new.user_id,
           case when new.suspended_at is not null and old.suspended_at is null then 'suspended'
                when new.suspended_at is null and old.suspended_at is not null then 'restored'
                else 'role-changed' end,
           public.differing_fields('', v_old, v_new), public.differing_fields('', v_new, v_old)
     where v_old <> v_new;
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.user_id <> old.user_id or new.suspended_at is not null) then
    with ended as (
      delete from accounts.session s where s.user_id = old.user_id and s.is_admin_session returning s.id
    )
    select count(*) into v_ended from ended;
  end if;
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and new.user_id <> old.user_id) then
    insert into public.access_events (event, area, actor_kind, user_id) values ('role-taken', 'admin', 'system', old.user_id);
  end if;
  if v_ended > 0 then
    insert into public.access_events (event, area, actor_kind, user_id, details)
    values ('session-ended', 'admin', 'system', old.user_id, jsonb_build_object('sessions', v_ended));
  end if;
  if tg_op = 'INSERT' and v_actor is not null then
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
    values ('admin', v_actor, 'administrator', new.user_id, 'invited', jsonb_build_object('role', new.role));
  elsif tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.user_id <> old.user_id) then
    insert into public.access_events (event, area, actor_kind, user_id, details)
    values ('role-given', 'admin', 'system', new.user_id, jsonb_build_object('role', new.role));
  end if;
  return null;
end $$;
create or replace trigger audit_admin_role_change after insert or delete or update on accounts.administrator
  for each row execute function audit_admin_role_change();
