-- product_stock_buckets, and the stock bucket in product_search_text.
create or replace function public.upsert_product_stock_bucket() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.product_stock_buckets (id, category_id, is_active, stock_bucket) values (new.id, new.category_id, new.is_active, public.stock_bucket(new.stock))
  on conflict (id) do update set category_id = excluded.category_id, is_active = excluded.is_active, stock_bucket = excluded.stock_bucket;
  return null;
end $$;
create or replace trigger insert_product_stock_bucket after insert on products
  for each row execute function upsert_product_stock_bucket();
create or replace trigger upsert_product_stock_bucket after update of category_id, is_active on products for each row
  when ((old.category_id, old.is_active) is distinct from (new.category_id, new.is_active)) execute function upsert_product_stock_bucket();

-- Compared here and not in the trigger's condition, which each sale would plan again, at four times the cost.
create or replace function public.update_product_stock_bucket() returns trigger language plpgsql as $$
declare
  v_stock_bucket constant integer := public.stock_bucket(new.stock);
begin
  if v_stock_bucket <> public.stock_bucket(old.stock) then
    update public.product_stock_buckets b set stock_bucket = v_stock_bucket where b.id = new.id;
    update public.product_search_text t set stock_bucket = v_stock_bucket where t.id = new.id;
  end if;
  return null;
end $$;
create or replace trigger update_product_stock_bucket after update of stock on products
  for each row execute function update_product_stock_bucket();
