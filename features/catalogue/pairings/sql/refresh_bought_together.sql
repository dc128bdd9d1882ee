-- Products bought together by at least five customers within two years, without cancelled orders. Runs at
-- most once a day, on one node; returns how many products' lists changed.
create or replace function public.refresh_bought_together() returns integer
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = off as $$
declare
  v_changed uuid[];
  v_min_customers constant integer := 5;
  -- More than pages show, because some may be inactive.
  v_max_others constant integer := 8;
begin
  if not pg_try_advisory_xact_lock(hashtext('bought_together'))
     or exists (select from public.bought_together_refresh r where r.refreshed_at > now() - interval '23 hours') then
    return 0;
  end if;
  create temporary table found_together on commit drop as
  with bought as materialized (
    select o.id as order_id, o.user_id, i.product_id
      from public.orders o join public.order_items i on i.order_id = o.id
     where o.created_at > now() - interval '2 years' and o.status <> 'cancelled'
  ), pairs as (
    select one.product_id, other.product_id as other_id, count(distinct one.user_id)::integer as customers
      from bought one join bought other on other.order_id = one.order_id and other.product_id > one.product_id
     group by one.product_id, other.product_id
    having count(distinct one.user_id) >= v_min_customers
  ), ranked as (
    select each.*, row_number() over (partition by each.product_id order by each.customers desc, each.other_id) as position
      from (select * from pairs union all select p.other_id, p.product_id, p.customers from pairs p) each
  )
  select r.product_id, r.other_id, r.position::smallint as position, r.customers from ranked r where r.position <= v_max_others;

  -- Pages show the others in this order, without a number of customers.
  v_changed := array(
    select coalesce(old.product_id, new.product_id)
      from (select b.product_id, array_agg(b.other_id order by b.position) as others from public.bought_together b group by b.product_id) old
      full join (select f.product_id, array_agg(f.other_id order by f.position) as others from pg_temp.found_together f group by f.product_id) new
        on new.product_id = old.product_id
     where old.others is distinct from new.others);
  delete from public.bought_together b where b.product_id = any (v_changed);
  insert into public.bought_together (product_id, other_id, position, customers)
  select f.product_id, f.other_id, f.position, f.customers from pg_temp.found_together f where f.product_id = any (v_changed);
  insert into public.bought_together_refresh as r (refreshed_at) values (now())
      on conflict (is_only_row) do update set refreshed_at = excluded.refreshed_at;
  return cardinality(v_changed);
end $$;

revoke execute on function public.refresh_bought_together() from public;
grant execute on function public.refresh_bought_together() to ninth_bend_worker;
