-- The initial stock of a product is its first stock change.
create or replace function public.record_initial_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.inventory_adjustments
    (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after)
  values (new.id, new.stock, 'Initial stock', 'initial_stock',
    case when public.current_user_id() is null then 'system' else 'admin' end, public.current_user_id(), new.stock);
  return null;
end $$;
create or replace trigger record_initial_stock after insert on products
  for each row when (new.stock > 0) execute function record_initial_stock();
