-- Which kept sums of days there are from one London day to another: the same text for the same sums alone.
create or replace function public.kept_sums(p_first date, p_last date) returns text
language sql stable set search_path = ''
return (select coalesce(md5(string_agg(s.sum_number::text, ',' order by s.day)), '') from public.sales_days s where s.day between p_first and p_last);

-- The hundred products of which most pieces were sold on the days that are kept, most first.
create or replace function public.best_of_kept_days(p_first date, p_last date) returns uuid[]
language sql stable set search_path = '' set jit = off set work_mem = '32MB'
return array(
  select k.product_id from public.product_sales_days k where k.day between p_first and p_last
   group by k.product_id order by sum(k.pieces) desc, k.product_id limit 100);

-- Keeps those of a period for the looks to come; reading never depends on it.
create or replace function public.keep_best_sellers(p_first date, p_last date) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_admin() or exists (
    select from public.best_sellers_kept b
     where b.days = p_last - p_first + 1 and b.first_day = p_first and b.of_sums = public.kept_sums(p_first, p_last)) then
    return;
  end if;
  -- One statement: the list and the sums that it is said to be of are those of one moment.
  insert into public.best_sellers_kept as b (days, first_day, of_sums, product_ids)
  values (p_last - p_first + 1, p_first, public.kept_sums(p_first, p_last), public.best_of_kept_days(p_first, p_last))
  on conflict (days) do update set first_day = excluded.first_day, of_sums = excluded.of_sums, product_ids = excluded.product_ids;
end $$;

revoke execute on function public.kept_sums(date, date), public.best_of_kept_days(date, date), public.keep_best_sellers(date, date) from public;
grant execute on function public.keep_best_sellers(date, date) to ninth_bend_admin;
