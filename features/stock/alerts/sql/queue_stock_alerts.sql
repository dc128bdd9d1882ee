-- Turns the alerts of an available product into emails. Deleting them in the same statement gives one email each, however many transactions
-- change the stock. If the owner has switched alerts off, they are only deleted.
create or replace function public.queue_stock_alerts(p_product_id uuid) returns void
language sql security definer set search_path = '' as $$
  with due as (
    delete from public.stock_alerts a
     where a.product_id = p_product_id
       and exists (select from public.products p where p.id = p_product_id and p.is_active and coalesce(p.sellable_stock, p.stock) > 0)
    returning a.id, a.product_id, a.email, a.stop_token
  )
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'stock-alert', 'stock-alert:' || due.id, due.email, jsonb_build_object('product_id', due.product_id, 'stop_token', due.stop_token)
    from due where public.is_customer_email_on('stock-alert') order by due.id
$$;

revoke execute on function public.queue_stock_alerts(uuid) from public;
-- The trigger calls it with the role that changes the product.
grant execute on function public.queue_stock_alerts(uuid) to ninth_bend_admin;
