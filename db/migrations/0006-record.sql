-- Who came in, who could not, and who was sent away; and the record as one list of that and of all that is kept elsewhere.

create table access_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  event text not null check (event ~ '^[a-z]+(-[a-z]+)*$'),
  area text not null check (area in ('shop', 'admin')),
  actor_kind text not null check (actor_kind in ('visitor', 'customer', 'admin', 'system')),
  -- Whose account it is about. Nobody's: what was typed belongs to no account, and it is not kept.
  user_id uuid check (user_id is not null or actor_kind = 'visitor'),
  details jsonb check (jsonb_typeof(details) = 'object' and char_length(details::text) <= 1000)
);
create index access_events_by_time on access_events (at desc, id desc);
create index access_events_of_admin_area on access_events (at desc, id desc) where area = 'admin' and event <> 'refused';
create index access_events_refused on access_events (at desc, id desc) where event = 'refused';
create index access_events_by_user on access_events (user_id, at desc, id desc);
create index access_events_by_actor_kind on access_events (actor_kind, at desc, id desc);
create trigger append_only before update or delete or truncate on access_events
  for each statement execute function reject_change('rows are only ever added.');

-- Whoever takes the role away, and however: the sessions in the back-office end with it, and both are on record.
create function audit_admin_role_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_ended integer;
begin
  if tg_op <> 'INSERT' then
    with ended as (
      delete from accounts.session s where s.user_id = old.user_id and s.is_admin_session returning s.id
    )
    select count(*) into v_ended from ended;
    insert into public.access_events (event, area, actor_kind, user_id) values ('role-taken', 'admin', 'system', old.user_id);
    if v_ended > 0 then
      insert into public.access_events (event, area, actor_kind, user_id, details)
      values ('session-ended', 'admin', 'system', old.user_id, jsonb_build_object('sessions', v_ended));
    end if;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.access_events (event, area, actor_kind, user_id) values ('role-given', 'admin', 'system', new.user_id);
  end if;
  return null;
end $$;
create trigger audit_admin_role_change after insert or delete or update of user_id on accounts.administrator
  for each row execute function audit_admin_role_change();

-- The record is one list of several tables: each gives its newest rows by the order of an index.
-- What placing an order writes is left out of them, so that it costs nothing there.
drop index audit_events_by_id;
create index audit_events_by_time on audit_events (subject_kind, at desc, id desc);
create index audit_events_price_changes on audit_events (at desc, id desc)
  where subject_kind = 'product' and event = 'changed' and after ? 'price';
create index audit_events_by_actor on audit_events (actor_id, subject_kind, at desc, id desc);
create index order_history_by_time on order_history (event, at desc, id desc) where event <> 'placed';
create index order_history_by_actor on order_history (actor_id, event, at desc, id desc) where event <> 'placed';
create index manual_adjustments_by_time on inventory_adjustments (created_at desc, id desc) where order_id is null;
create index manual_adjustments_by_actor on inventory_adjustments (actor_id, created_at desc, id desc) where order_id is null;
create index manual_adjustments_by_product on inventory_adjustments (product_id, created_at desc, id desc) where order_id is null;

-- Somebody is looked for by how their e-mail begins.
create index user_profiles_by_email on user_profiles ((lower(email) collate "C"));
