-- Changes stocks by differences, with one reason in the ledger. The callers have locked the products.
create or replace function public.change_imported_stock(p_ids uuid[], p_changes integer[], p_reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_adjustment_ids bigint[];
begin
  with changed as (
    update public.products p set stock = p.stock + sent.quantity
      from unnest(p_ids, p_changes) as sent (id, quantity)
     where p.id = sent.id and sent.quantity <> 0
    returning p.id, sent.quantity, p.stock
  ), recorded as (
    insert into public.inventory_adjustments (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after)
    select c.id, c.quantity, p_reason, 'manual_adjustment', 'admin', public.current_user_id(), c.stock from changed c order by c.id
    returning id
  )
  select array_agg(r.id) into v_adjustment_ids from recorded r;
  perform public.queue_low_stock_emails(v_adjustment_ids);
end $$;

revoke execute on function public.change_imported_stock(uuid[], integer[], text) from public;
