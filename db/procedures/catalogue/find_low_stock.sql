-- A stock below this is low; 10 until the server has inserted the setting.
create or replace function public.low_stock_threshold() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select (s.value #>> '{}')::integer from public.settings s where s.name = 'low_stock_threshold'), 10)
$$;

-- Low stock as a condition on product_stock_buckets under an alias. Only the bucket of the threshold itself needs the exact stock.
create or replace function public.low_stock_condition(p_alias text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_threshold constant integer := public.low_stock_threshold();
  v_bucket constant integer := public.stock_bucket(v_threshold);
begin
  if v_bucket = v_threshold then
    return format('%s.stock_bucket < %s', p_alias, v_threshold);
  end if;
  return format('%1$s.stock_bucket <= %2$s and (%1$s.stock_bucket < %2$s or (select w.stock from public.products w where w.id = %1$s.id) < %3$s)',
    p_alias, v_bucket, v_threshold);
end $$;

-- At most p_limit products with low stock: active ones first, then by stock and name, with the number of all.
create or replace function public.low_stock_products(p_limit integer, p_includes_inactive boolean)
returns table (id uuid, name text, net_weight text, stock integer, is_active boolean, total integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format($q$
    with low as (
      select b.id, b.is_active, b.stock_bucket, count(*) over ()::integer as total
        from public.product_stock_buckets b where (b.is_active or $2) and %s
         and b.id not in (select a.id from public.products a where a.archived_at is not null)
    ), first as (
      select * from low order by low.is_active desc, low.stock_bucket fetch first $1 rows with ties
    )
    select p.id, p.name::text, p.net_weight::text, p.stock, p.is_active, f.total
      from first f join public.products p on p.id = f.id
     order by p.is_active desc, p.stock, lower(p.name) collate "C", p.id limit $1$q$, public.low_stock_condition('b'))
    using p_limit, p_includes_inactive;
end $$;

-- The same for an administrator.
create or replace function public.find_low_stock(p_limit integer)
returns table (id uuid, name text, net_weight text, stock integer, is_active boolean)
language sql stable security definer set search_path = '' as $$
  select l.id, l.name, l.net_weight, l.stock, l.is_active
    from public.low_stock_products(p_limit, true) with ordinality l (id, name, net_weight, stock, is_active, total, place)
   where (select public.is_manager()) order by l.place
$$;

revoke execute on function public.low_stock_threshold(), public.low_stock_condition(text), public.low_stock_products(integer, boolean),
  public.find_low_stock(integer) from public;
grant execute on function public.low_stock_threshold() to ninth_bend_admin;
grant execute on function public.low_stock_products(integer, boolean) to ninth_bend_worker;
grant execute on function public.find_low_stock(integer) to ninth_bend_admin;
