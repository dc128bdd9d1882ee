-- Deletes all alerts of the token's address, and their unsent emails.
create or replace function public.stop_stock_alerts(p_token uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Locks by product, like a transaction that changes several stocks.
  perform from public.stock_alerts a where a.stop_token = p_token order by a.product_id for update;
  delete from public.stock_alerts a where a.stop_token = p_token;
  delete from public.outbox o
   where o.kind = 'stock-alert' and o.payload ->> 'stop_token' = p_token::text and o.sent_at is null;
end $$;

revoke execute on function public.stop_stock_alerts(uuid) from public;
grant execute on function public.stop_stock_alerts(uuid) to ninth_bend_visitor, ninth_bend_customer;
