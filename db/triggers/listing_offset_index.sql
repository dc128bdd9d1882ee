-- listing_offset_index: how many active products each bucket of a sort order has.
-- Rows are written in order, so that two statements do not deadlock.
create or replace function public.add_to_listing_offset_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_offset_index as s (sort, bucket, products)
  select k.sort, k.bucket, count(*) from added n, listing_offset_buckets_of(n.is_featured, n.name, n.price, n.created_at) k
   where n.is_active group by k.sort, k.bucket order by k.sort, k.bucket
  on conflict (sort, bucket) do update set products = s.products + excluded.products;
  return null;
end $$;
create or replace trigger add_to_listing_offset_index after insert on products referencing new table as added
  for each statement execute function add_to_listing_offset_index();

create or replace function public.update_listing_offset_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_offset_index as s (sort, bucket, products)
  select k.sort, k.bucket, sum(k.products) from (
      select b.sort, b.bucket, -1 as products from listing_offset_buckets_of(old.is_featured, old.name, old.price, old.created_at) b where old.is_active
      union all
      select a.sort, a.bucket, 1 from listing_offset_buckets_of(new.is_featured, new.name, new.price, new.created_at) a where new.is_active) k
   group by k.sort, k.bucket having sum(k.products) <> 0 order by k.sort, k.bucket
  on conflict (sort, bucket) do update set products = s.products + excluded.products;
  return null;
end $$;
-- A sale updates stock alone and does not start this trigger.
create or replace trigger update_listing_offset_index after update of is_active, is_featured, name, price, created_at on products for each row
  when ((old.is_active, old.is_featured, old.name, old.price, old.created_at)
    is distinct from (new.is_active, new.is_featured, new.name, new.price, new.created_at))
  execute function update_listing_offset_index();
create or replace trigger remove_from_listing_offset_index after delete on products
  for each row when (old.is_active) execute function update_listing_offset_index();
