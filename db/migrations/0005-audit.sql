-- Who changed what in the catalogue, when, from what to what: written by the change itself, in its own transaction.

create table audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('customer', 'admin', 'system')),
  actor_id uuid check (actor_id is not null or actor_kind = 'system'),
  subject_kind text not null check (subject_kind ~ '^[a-z]+(-[a-z]+)*$'),
  subject_id uuid not null,
  event text not null check (event ~ '^[a-z]+(-[a-z]+)*$'),
  -- The fields that changed and no others, by their names.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  -- The version of the subject that the change led to: what happened after somebody opened a form is found by it.
  version integer
);
create index audit_events_by_id on audit_events (id desc);
create index audit_events_by_subject on audit_events (subject_id, id);

create function audit_catalogue_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- What is kept elsewhere: the ledger knows the stock, and the event itself the time and the version.
  v_ignored_fields constant text[] := array['id', 'version', 'created_at', 'updated_at', 'stock', 'is_low_stock'];
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
create trigger audit_insert after insert on products
  for each row execute function audit_catalogue_change('product');
create trigger audit_insert after insert on categories
  for each row execute function audit_catalogue_change('category');
-- Named columns: a sale changes stock alone and must not come here.
create trigger audit_update after update of name, category_id, description, price, is_active, is_featured, is_best_seller,
    badge, image_url, net_weight, brand, ingredients, allergy_advice, lifestyle, dietary_info, storage_instructions,
    nutrition_info, manufacturer on products
  for each row execute function audit_catalogue_change('product');
create trigger audit_update after update of name, description, image_url on categories
  for each row execute function audit_catalogue_change('category');
create trigger append_only before update or delete or truncate on audit_events
  for each statement execute function reject_change('rows are only ever added.');

-- The back-office list: found by a part of its words, and in its other orders.
create index products_search_trgm on products using gin ((lower(name || E'\n' || brand || E'\n' || slug)) gin_trgm_ops);
create index products_by_price on products (price, id);
create index products_by_created_at on products (created_at desc, id);
