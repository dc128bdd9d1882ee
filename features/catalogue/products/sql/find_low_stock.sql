-- A stock below this is low; 10 until the server has inserted the setting.
create or replace function public.low_stock_threshold() returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select (s.value #>> '{}')::integer from public.settings s where s.name = 'low_stock_threshold'), 10)
$$;

-- The sellable stock of the few products that have units which may not be sold: recalled, or past their
-- best-before.
create or replace function public.withheld_products() returns table (id uuid, sellable_stock integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.sellable_stock from public.products p
   where p.id = any (array(
     select b.product_id from public.product_batches b where b.remaining > 0 and b.best_before < (now() at time zone 'Europe/London')::date
     union select b.product_id from public.product_batches b where b.remaining > 0 and b.is_recalled))
$$;

-- A condition for low sellable stock on product_stock_buckets under an alias. Only the threshold's own bucket
-- needs the exact stock.
create or replace function public.low_stock_condition(p_alias text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_threshold constant integer := public.low_stock_threshold();
  v_bucket constant integer := public.stock_bucket(v_threshold);
begin
  if v_bucket = v_threshold then
    return format('(%1$s.stock_bucket < %2$s or %1$s.id = any (array(select h.id from public.withheld_products() h where h.sellable_stock < %2$s)))',
      p_alias, v_threshold);
  end if;
  return format('(%1$s.stock_bucket <= %2$s and (%1$s.stock_bucket < %2$s or (select w.stock from public.products w where w.id = %1$s.id) < %3$s)
      or %1$s.id = any (array(select h.id from public.withheld_products() h where h.sellable_stock < %3$s)))',
    p_alias, v_bucket, v_threshold);
end $$;

-- At most p_limit products with low stock, active ones first, then by sellable stock and name; with the total
-- number.
create or replace function public.low_stock_products(p_limit integer, p_includes_inactive boolean)
returns table (id uuid, name text, net_weight text, stock integer, is_active boolean, total integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format($q$
    with low as (
      select b.id, b.is_active, least(b.stock_bucket, public.stock_bucket(h.sellable_stock)) as stock_bucket, count(*) over ()::integer as total
        from public.product_stock_buckets b left join public.withheld_products() h on h.id = b.id
       where (b.is_active or $2) and %s
         and b.id not in (select a.id from public.products a where a.archived_at is not null)
    ), first as (
      select * from low order by low.is_active desc, low.stock_bucket fetch first $1 rows with ties
    )
    select p.id, p.name::text, p.net_weight::text, coalesce(p.sellable_stock, p.stock), p.is_active, f.total
      from first f join public.products p on p.id = f.id
     order by p.is_active desc, coalesce(p.sellable_stock, p.stock), lower(p.name) collate "C", p.id limit $1$q$, public.low_stock_condition('b'))
    using p_limit, p_includes_inactive;
end $$;

-- The same for administrators.
create or replace function public.find_low_stock(p_limit integer)
returns table (id uuid, name text, net_weight text, stock integer, is_active boolean)
language sql stable security definer set search_path = '' as $$
  select l.id, l.name, l.net_weight, l.stock, l.is_active
    from public.low_stock_products(p_limit, true) with ordinality l (id, name, net_weight, stock, is_active, total, place)
   where (select public.is_manager()) order by l.place
$$;

revoke execute on function public.withheld_products(), public.low_stock_threshold(), public.low_stock_condition(text), public.low_stock_products(integer, boolean),
  public.find_low_stock(integer) from public;
grant execute on function public.low_stock_threshold() to ninth_bend_admin;
grant execute on function public.low_stock_products(integer, boolean) to ninth_bend_worker;
grant execute on function public.find_low_stock(integer) to ninth_bend_admin;
