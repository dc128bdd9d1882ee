-- What follows a change of the stock: the bucket that lists are sorted by, what shoppers see, and emails to those who wait for the product.
-- Compared here and not in the trigger's condition, which each sale would plan again, at four times the cost.
create or replace function public.after_stock_change() returns trigger language plpgsql as $$
declare
  v_old constant integer := coalesce(old.sellable_stock, old.stock);
  v_new constant integer := coalesce(new.sellable_stock, new.stock);
begin
  if new.stock <> old.stock then
    if public.stock_bucket(new.stock) <> public.stock_bucket(old.stock) then
      update public.product_stock_buckets b set stock_bucket = public.stock_bucket(new.stock) where b.id = new.id;
      update public.product_search_text t set stock_bucket = public.stock_bucket(new.stock) where t.id = new.id;
    end if;
  end if;
  if (v_old > 0) <> (v_new > 0) then
    update public.product_listing l set is_in_stock = v_new > 0 where l.id = new.id;
  end if;
  -- Shoppers see the exact stock only below 10 (features/stock/displayed-stock.ts).
  if least(v_old, 10) <> least(v_new, 10) then
    perform public.invalidate_product_cache_tags(old, new);
  end if;
  if v_new > 0 and new.is_active and (v_old <= 0 or not old.is_active) then
    perform public.queue_stock_alerts(new.id);
  end if;
  return null;
end $$;
create or replace trigger after_stock_change after update of stock, sellable_stock, is_active on products
  for each row execute function after_stock_change();
