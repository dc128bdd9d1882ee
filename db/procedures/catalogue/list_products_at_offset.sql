-- p_count active product IDs in a shopper's sort order (see catalogue-sql.server.ts) at a large offset, found through
-- listing_offset_index; an offset beyond the end starts from the beginning.
-- Security definer, because row-level security would prevent the use of the index; it filters on is_active itself.
create or replace function public.list_products_at_offset(p_sort text, p_before integer, p_count integer) returns uuid[]
language plpgsql stable security definer
set search_path = public, pg_temp set jit = off set max_parallel_workers_per_gather = 0 set enable_seqscan = off as $$
declare
  v_sort_key constant text := case p_sort when 'featured' then 'name' when 'newest' then 'age' else 'price' end;
  v_direction constant text := case when p_sort in ('price-high-to-low', 'newest') then 'desc' else 'asc' end;
  -- Condition for rows from the bucket on. Featured products come first and are few, so their pages count from the beginning.
  v_from constant text := case p_sort
    when 'featured' then 'not p.is_featured and lower(p.name) collate "C" >= substr($1, 2)'
    when 'price-low-to-high' then 'p.price >= $1::numeric'
    when 'price-high-to-low' then 'p.price < $1::numeric + 0.1'
    else 'p.created_at < ($1::timestamp + interval ''1 month'') at time zone ''UTC''' end;
  v_order constant text := case p_sort
    when 'featured' then 'p.is_featured desc, lower(p.name) collate "C", p.id'
    when 'newest' then 'p.created_at desc, p.id'
    else 'p.price ' || v_direction || ', p.id' end;
  v_total constant bigint := (select coalesce(sum(c.products), 0) from category_counts c);
  v_before constant bigint := case when p_before < v_total then p_before else 0 end;
  v_bucket text;
  v_skipped bigint := 0;
  v_ids uuid[];
begin
  execute format('select s.bucket, s.before
      from (select l.bucket, sum(l.products) over (order by l.bucket %s) - l.products as before from listing_offset_index l where l.sort = $1) s
     where s.before <= $2 and (s.bucket >= ''1'' or $1 <> ''name'') order by s.before desc limit 1', v_direction)
    into v_bucket, v_skipped using v_sort_key, v_before;
  execute format('select array(select p.id from products p where p.is_active and %s order by %s offset $2 limit $3)',
      case when v_bucket is null then 'true' else v_from end, v_order)
    into v_ids using v_bucket, v_before - coalesce(v_skipped, 0), p_count;
  return v_ids;
end $$;

revoke execute on function public.list_products_at_offset(text, integer, integer) from public;
grant execute on function public.list_products_at_offset(text, integer, integer) to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
