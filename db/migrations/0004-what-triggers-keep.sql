-- What no code has to remember: the time and number of a change, and what never changes once it is written.

create function set_version_and_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
create trigger set_version_and_updated_at before update on categories for each row execute function set_version_and_updated_at();
-- A sale is not an edit: it must not make the owner's open form out of date.
create trigger set_version_and_updated_at before update on products
  for each row when (old.stock = new.stock) execute function set_version_and_updated_at();
create trigger set_version_and_updated_at before update on orders for each row execute function set_version_and_updated_at();

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger set_version_and_updated_at before update on user_profiles for each row execute function set_updated_at();

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', message = format('%s: %s', tg_table_name, tg_argv[0]);
end $$;
create trigger slug_is_immutable before update on categories
  for each row when (old.slug <> new.slug)
  execute function reject_change('a slug never changes, so that links live (D13).');
create trigger slug_is_immutable before update on products
  for each row when (old.slug <> new.slug)
  execute function reject_change('a slug never changes, so that links live (D13).');
create trigger order_identity_is_immutable before update on orders
  for each row when ((old.id, old.user_id, old.created_at) is distinct from (new.id, new.user_id, new.created_at))
  execute function reject_change('an order keeps its id, its customer and its time.');
create trigger order_status_transition before update of status on orders
  for each row when (not (new.status = 'cancelled' or new.status = old.status or (old.status, new.status) in
    (('pending', 'processing'), ('processing', 'shipped'), ('shipped', 'delivered'))))
  execute function reject_change('a status moves one step forward or to cancelled (D22).');
create trigger append_only before update or delete or truncate on order_history
  for each statement execute function reject_change('rows are only ever added.');
create trigger append_only before update or delete or truncate on inventory_adjustments
  for each statement execute function reject_change('rows are only ever added.');

-- The stock a product starts with is a change of stock as well (D27), whoever inserts it.
create function record_initial_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.inventory_adjustments
    (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after)
  values (new.id, new.stock, 'Initial stock', 'initial_stock',
    case when public.current_user_id() is null then 'system' else 'admin' end, public.current_user_id(), new.stock);
  return null;
end $$;
create trigger record_initial_stock after insert on products
  for each row when (new.stock > 0) execute function record_initial_stock();
