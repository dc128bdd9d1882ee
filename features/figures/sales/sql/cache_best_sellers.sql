-- Changes when a cached day of the period changes.
create or replace function public.daily_sales_fingerprint(p_first_day date, p_last_day date) returns text
language sql stable set search_path = ''
return (select coalesce(md5(string_agg(s.revision::text, ',' order by s.day)), '') from public.daily_sales s where s.day between p_first_day and p_last_day);

create or replace function public.rank_cached_best_sellers(p_first_day date, p_last_day date) returns uuid[]
language sql stable set search_path = '' set jit = off set work_mem = '32MB'
return array(
  select k.product_id from public.daily_product_sales k where k.day between p_first_day and p_last_day
   group by k.product_id order by sum(k.quantity) desc, k.product_id limit 100);

-- Reports have the same result without the cache.
create or replace function public.cache_best_sellers(p_first_day date, p_last_day date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_manager() or exists (
    select from public.best_sellers_cache b
     where b.days = p_last_day - p_first_day + 1 and b.period_start = p_first_day and b.sales_fingerprint = public.daily_sales_fingerprint(p_first_day, p_last_day)) then
    return;
  end if;
  -- One statement, so that list and fingerprint are from the same snapshot.
  insert into public.best_sellers_cache as b (days, period_start, sales_fingerprint, product_ids)
  values (p_last_day - p_first_day + 1, p_first_day, public.daily_sales_fingerprint(p_first_day, p_last_day), public.rank_cached_best_sellers(p_first_day, p_last_day))
  on conflict (days) do update set period_start = excluded.period_start, sales_fingerprint = excluded.sales_fingerprint, product_ids = excluded.product_ids;
end $$;

revoke execute on function public.daily_sales_fingerprint(date, date), public.rank_cached_best_sellers(date, date), public.cache_best_sellers(date, date) from public;
grant execute on function public.cache_best_sellers(date, date) to ninth_bend_admin;
