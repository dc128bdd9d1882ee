-- After 180 days, including emails that could never be sent.
create or replace function public.delete_expired_stock_alerts() returns void
language sql security definer set search_path = '' as $$
  delete from public.stock_alerts a where a.created_at < now() - interval '180 days';
  delete from public.outbox o where o.kind = 'stock-alert' and o.created_at < now() - interval '180 days'
$$;

revoke execute on function public.delete_expired_stock_alerts() from public;
grant execute on function public.delete_expired_stock_alerts() to ninth_bend_worker;
