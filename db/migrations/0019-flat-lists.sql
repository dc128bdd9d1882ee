-- The owner's lists read nearly as much of a shop with half a million orders as of a small one.

-- How many pieces an order has stands in an index: its lines lie on pages of their own. An entry of the index has room for
-- the quantity, which fills what it is rounded up by, so that it is as large as it was. Only an edited order writes it once more.
alter table order_items drop constraint order_items_order_id_line_number_key;
alter table order_items add constraint order_items_order_id_line_number_key unique (order_id, line_number) include (quantity);

-- How many orders there were until the end of a day: of what is only appended and only opened again from some day on. So the day
-- that a page begins on is looked up, and the days are not added up for it.
alter table order_days add column orders_until integer;
update order_days d set orders_until = s.orders_until
  from (select day, sum(orders) over (order by day) as orders_until from order_days) s where s.day = d.day;
alter table order_days alter column orders_until set not null, add check (orders_until >= orders);
create index order_days_until on order_days (orders_until, day);

create or replace function close_order_days() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Two weeks are far longer than any transaction may last.
  v_until constant date := (now() at time zone 'UTC')::date - 14;
  v_from date := (select max(d.day) + 1 from public.order_days d);
  v_before integer;
  v_enough constant integer := 2000;
begin
  if v_from >= v_until or not pg_try_advisory_xact_lock(hashtext('order_days')) then
    return null;
  end if;
  -- What another transaction closed meanwhile is not closed twice.
  v_from := coalesce((select max(d.day) + 1 from public.order_days d), (select (min(o.created_at) at time zone 'UTC')::date from public.orders o));
  v_before := coalesce((select max(d.orders_until) from public.order_days d), 0);
  -- A shop with few orders counts them faster than it could look them up here.
  if (select count(*) from (select from public.orders o where o.created_at >= v_from::timestamp at time zone 'UTC'
        and o.created_at < v_until::timestamp at time zone 'UTC' limit v_enough) old_ones) < v_enough then
    return null;
  end if;
  insert into public.order_days (day, orders, orders_until)
  select day.at::date, count(o.id), v_before + sum(count(o.id)) over (order by day.at)
    from generate_series(v_from::timestamp, v_until - interval '1 day', '1 day') day (at)
    left join (select o.id, (o.created_at at time zone 'UTC')::date as day from public.orders o
                where o.created_at >= v_from::timestamp at time zone 'UTC' and o.created_at < v_until::timestamp at time zone 'UTC') o on o.day = day.at
   group by day.at;
  return null;
end $$;

-- Four binary places of the stock instead of three: half as many products share a level, and that many are compared by their stock for a
-- page in the order of it. Below 32 a level is the stock itself. Function and copies change together.
create or replace function stock_level(p_stock integer) returns integer language sql immutable parallel safe
return p_stock - p_stock % case
  when p_stock < 32 then 1 when p_stock < 64 then 2 when p_stock < 128 then 4 when p_stock < 256 then 8 when p_stock < 512 then 16
  when p_stock < 1024 then 32 when p_stock < 2048 then 64 when p_stock < 4096 then 128 else 256 end;
drop index stock_levels_in_order;
update stock_levels l set level = stock_level(p.stock) from products p where p.id = l.id and l.level <> stock_level(p.stock);
update product_words w set level = stock_level(p.stock) from products p where p.id = w.id and w.level <> stock_level(p.stock);
create index stock_levels_in_order on stock_levels (level, id) include (category_id, is_active);
