-- Emails the owner about products on sale that these changes took below the threshold, if the setting
-- owner_emails is on.
create or replace function public.queue_low_stock_emails(p_adjustment_ids bigint[]) returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'owner-low-stock', 'owner-low-stock:' || a.id, s.value ->> 'address',
         jsonb_build_object('product_id', a.product_id, 'threshold', low.threshold)
    from public.settings s, (select public.low_stock_threshold() as threshold) low, public.inventory_adjustments a
    join public.products p on p.id = a.product_id
   where s.name = 'owner_emails' and (s.value -> 'low_stock')::boolean and a.id = any (p_adjustment_ids) and p.is_active
     -- Only the change that crosses the threshold, so one email each time.
     and a.stock_after < low.threshold and a.stock_after - a.quantity_change >= low.threshold
   order by a.id
      on conflict (dedupe_key) do nothing
$$;

revoke execute on function public.queue_low_stock_emails(bigint[]) from public;
