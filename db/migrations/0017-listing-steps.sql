-- Where a page of all products on sale begins: how many of them each bucket of the listing's orders holds, so that a late page of a large
-- shop is counted from its bucket instead of from an end of the list (47,000 entries of an index around the middle of 100,000).
create table listing_offset_index (
  sort text not null check (sort in ('name', 'price', 'age')),
  -- As it is sorted: the featured before the others by the first three letters, tenths of a pound, or months (UTC) by their first days.
  bucket text collate "C" not null,
  products integer not null,
  primary key (sort, bucket)
);

create function listing_offset_buckets_of(p_is_featured boolean, p_name text, p_price numeric, p_created_at timestamptz)
returns table (sort text, bucket text) language sql stable as $$
  values ('name', (not p_is_featured)::integer || left(lower(p_name), 3)),
         ('price', lpad(trunc(p_price, 1)::text, 10, '0')),
         ('age', to_char(p_created_at at time zone 'UTC', 'YYYY-MM-01'))
$$;

-- Once a statement, and in one order, so that two of them cannot wait for each other.
create function add_to_listing_offset_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into listing_offset_index as s (sort, bucket, products)
  select k.sort, k.bucket, count(*) from added n, listing_offset_buckets_of(n.is_featured, n.name, n.price, n.created_at) k
   where n.is_active group by k.sort, k.bucket order by k.sort, k.bucket
  on conflict (sort, bucket) do update set products = s.products + excluded.products;
  return null;
end $$;
create trigger add_to_listing_offset_index after insert on products referencing new table as added
  for each statement execute function add_to_listing_offset_index();

create function update_listing_offset_index() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
-- Named columns: a sale changes stock alone and must not come here.
create trigger update_listing_offset_index after update of is_active, is_featured, name, price, created_at on products for each row
  when ((old.is_active, old.is_featured, old.name, old.price, old.created_at)
    is distinct from (new.is_active, new.is_featured, new.name, new.price, new.created_at))
  execute function update_listing_offset_index();
create trigger remove_from_listing_offset_index after delete on products for each row when (old.is_active) execute function update_listing_offset_index();

insert into listing_offset_index (sort, bucket, products)
select k.sort, k.bucket, count(*) from products p, listing_offset_buckets_of(p.is_featured, p.name, p.price, p.created_at) k
 where p.is_active group by k.sort, k.bucket;
