-- The owner's lists read nearly as much of a shop with half a million orders as of a small one.

-- How many pieces an order has stands in an index: its lines lie on pages of their own. An entry of the index has room for
-- the quantity, which fills what it is rounded up by, so that it is as large as it was. Only an edited order writes it once more.
alter table order_items drop constraint order_items_order_id_line_number_key;
alter table order_items add constraint order_items_order_id_line_number_key unique (order_id, line_number) include (quantity);

-- How many orders there were until the end of a day: of what is only appended and only opened again from some day on. So the day
-- that a page begins on is looked up, and the days are not added up for it.
alter table daily_order_counts add column cumulative_orders integer;
update daily_order_counts d set cumulative_orders = s.cumulative_orders
  from (select day, sum(orders) over (order by day) as cumulative_orders from daily_order_counts) s where s.day = d.day;
alter table daily_order_counts alter column cumulative_orders set not null, add check (cumulative_orders >= orders);
create index daily_order_counts_by_cumulative on daily_order_counts (cumulative_orders, day);

create or replace function extend_daily_order_counts() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Two weeks are far longer than any transaction may last.
  v_until constant date := (now() at time zone 'UTC')::date - 14;
  v_from date := (select max(d.day) + 1 from public.daily_order_counts d);
  v_before integer;
  v_min_orders constant integer := 2000;
begin
  if v_from >= v_until or not pg_try_advisory_xact_lock(hashtext('daily_order_counts')) then
    return null;
  end if;
  -- What another transaction closed meanwhile is not closed twice.
  v_from := coalesce((select max(d.day) + 1 from public.daily_order_counts d), (select (min(o.created_at) at time zone 'UTC')::date from public.orders o));
  v_before := coalesce((select max(d.cumulative_orders) from public.daily_order_counts d), 0);
  -- A shop with few orders counts them faster than it could look them up here.
  if (select count(*) from (select from public.orders o where o.created_at >= v_from::timestamp at time zone 'UTC'
        and o.created_at < v_until::timestamp at time zone 'UTC' limit v_min_orders) old_ones) < v_min_orders then
    return null;
  end if;
  insert into public.daily_order_counts (day, orders, cumulative_orders)
  select day.at::date, count(o.id), v_before + sum(count(o.id)) over (order by day.at)
    from generate_series(v_from::timestamp, v_until - interval '1 day', '1 day') day (at)
    left join (select o.id, (o.created_at at time zone 'UTC')::date as day from public.orders o
                where o.created_at >= v_from::timestamp at time zone 'UTC' and o.created_at < v_until::timestamp at time zone 'UTC') o on o.day = day.at
   group by day.at;
  return null;
end $$;

-- Four binary places of the stock instead of three: half as many products share a stock_bucket, and that many are compared by their stock for a
-- page in the order of it. Below 32 a stock_bucket is the stock itself. Function and copies change together.
create or replace function stock_bucket(p_stock integer) returns integer language sql immutable parallel safe
return p_stock - p_stock % case
  when p_stock < 32 then 1 when p_stock < 64 then 2 when p_stock < 128 then 4 when p_stock < 256 then 8 when p_stock < 512 then 16
  when p_stock < 1024 then 32 when p_stock < 2048 then 64 when p_stock < 4096 then 128 else 256 end;
drop index product_stock_buckets_by_bucket;
update product_stock_buckets l set stock_bucket = stock_bucket(p.stock) from products p where p.id = l.id and l.stock_bucket <> stock_bucket(p.stock);
update product_search_text w set stock_bucket = stock_bucket(p.stock) from products p where p.id = w.id and w.stock_bucket <> stock_bucket(p.stock);
create index product_stock_buckets_by_bucket on product_stock_buckets (stock_bucket, id) include (category_id, is_active);
