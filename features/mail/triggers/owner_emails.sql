-- Emails the owner about new orders and low stock, if owner_emails is on. Runs once per statement: a batch
-- places many orders and reads the setting once.
create or replace function public.queue_owner_emails() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_emails constant jsonb := (select s.value from public.settings s where s.name = 'owner_emails');
begin
  if (v_emails -> 'new_orders')::boolean then
    insert into public.outbox (kind, dedupe_key, recipient, payload)
    select 'owner-new-order', 'owner-new-order:' || a.order_id, v_emails ->> 'address', jsonb_build_object('order_id', a.order_id)
      from added a where a.event = 'placed'
        on conflict (dedupe_key) do nothing;
  end if;
  if (v_emails -> 'low_stock')::boolean then
    perform public.queue_low_stock_emails(array(
      select l.id from public.inventory_adjustments l
       where l.action_type = 'order_placed' and l.order_id in (select a.order_id from added a where a.event = 'placed')
      union all
      -- The products of an edited order are locked, so the last change of each is from this transaction, if
      -- there is one.
      select l.id from added a join public.order_items i on i.order_id = a.order_id
       cross join lateral (select * from public.inventory_adjustments l where l.product_id = i.product_id order by l.id desc limit 1) l
       where a.event = 'edited' and l.order_id = a.order_id and l.created_at = now()));
  end if;
  return null;
end $$;
create or replace trigger queue_owner_emails after insert on order_history referencing new table as added
  for each statement execute function queue_owner_emails();
