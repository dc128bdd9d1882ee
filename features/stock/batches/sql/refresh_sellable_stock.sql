-- Removes batches past their best-before from sellable_stock, which shoppers see; returns how many products
-- changed. Checkout does not depend on it.
create or replace function public.refresh_sellable_stock() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_products integer;
begin
  perform from public.products p
    where p.id in (select b.product_id from public.product_batches b
                    where b.remaining > 0 and b.best_before < (now() at time zone 'Europe/London')::date)
      and p.sellable_stock > public.sellable_stock(p.id, p.stock)
    order by p.id for no key update;
  -- A new statement, because another transaction may have changed batches while this one waited.
  update public.products p set sellable_stock = public.sellable_stock(p.id, p.stock)
   where p.id in (select b.product_id from public.product_batches b
                   where b.remaining > 0 and b.best_before < (now() at time zone 'Europe/London')::date)
     and p.sellable_stock > public.sellable_stock(p.id, p.stock);
  get diagnostics v_products = row_count;
  return v_products;
end $$;

revoke execute on function public.refresh_sellable_stock() from public;
grant execute on function public.refresh_sellable_stock() to ninth_bend_worker;
