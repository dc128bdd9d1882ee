-- A page of the owner's orders reads as much of a shop with half a million of them as of a small one, or nearly.

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
