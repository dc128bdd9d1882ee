-- Starts batches for products: their current stock becomes the batch "not recorded". The caller has locked
-- the products.
create or replace function public.start_batches(p_product_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.product_batches (product_id, is_unrecorded, remaining, opening_quantity, received_at)
  select p.id, true, p.stock, p.stock, p.created_at
    from public.products p where p.id = any (p_product_ids) and p.sellable_stock is null order by p.id;
  update public.products p set sellable_stock = p.stock where p.id = any (p_product_ids) and p.sellable_stock is null;
end $$;

revoke execute on function public.start_batches(uuid[]) from public;
