-- A batch is sold until the end of its best-before day in London, unless it is recalled.
create or replace function public.is_batch_sellable(p_best_before date, p_is_recalled boolean) returns boolean
language sql stable parallel safe
return not p_is_recalled and (p_best_before is null or p_best_before >= (now() at time zone 'Europe/London')::date);

-- The part of the stock that may be sold now. The caller has locked the product, so its batches do not
-- change.
create or replace function public.sellable_stock(p_product_id uuid, p_stock integer) returns integer
language sql stable set search_path = '' as $$
  select p_stock - coalesce(sum(b.remaining), 0)::integer
    from public.product_batches b
   where b.product_id = p_product_id and not public.is_batch_sellable(b.best_before, b.is_recalled)
$$;

revoke execute on function public.is_batch_sellable(date, boolean), public.sellable_stock(uuid, integer) from public;
