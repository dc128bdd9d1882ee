-- Requests one email when a sold-out product is back. The result does not depend on earlier requests.
-- p_stop_token is the same for one address, so the link of a sent email also stops later requests.
create or replace function public.request_stock_alert(p_slug text, p_email text, p_stop_token uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_product_id uuid;
  v_stock integer;
  v_max_open constant integer := 10;
begin
  -- The lock puts request and stock change in order: the change finds the alert, or the request finds the
  -- stock.
  select p.id, coalesce(p.sellable_stock, p.stock) into v_product_id, v_stock from public.products p where p.slug = p_slug and p.is_active for share;
  if not found or not public.is_customer_email_on('stock-alert') then
    return public.refused('not-found');
  elsif v_stock > 0 then
    return public.refused('in-stock');
  end if;
  -- Concurrent requests for one address could exceed the limit.
  perform pg_advisory_xact_lock(hashtextextended('stock-alert ' || p_email, 0));
  if (select count(*) from public.stock_alerts a where a.email = p_email) < v_max_open then
    insert into public.stock_alerts (product_id, email, stop_token) values (v_product_id, p_email, p_stop_token)
        on conflict (product_id, email) do nothing;
  end if;
  return public.done('{}');
end $$;

-- Nodes of the previous build call it without a token.
create or replace function public.request_stock_alert(p_slug text, p_email text) returns jsonb
language sql security definer set search_path = '' as $$
  select public.request_stock_alert(p_slug, p_email, gen_random_uuid())
$$;

revoke execute on function public.request_stock_alert(text, text, uuid), public.request_stock_alert(text, text) from public;
grant execute on function public.request_stock_alert(text, text, uuid), public.request_stock_alert(text, text) to ninth_bend_visitor, ninth_bend_customer;
