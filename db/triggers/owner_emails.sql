-- Tells the owner of each new order, if the setting owner_emails says so. Once for each statement: a batch places many orders.
create or replace function public.queue_new_order_emails() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.outbox (kind, dedupe_key, recipient, payload)
  select 'owner-new-order', 'owner-new-order:' || a.order_id, s.value ->> 'address', jsonb_build_object('order_id', a.order_id)
    from public.settings s, added a
   where s.name = 'owner_emails' and (s.value ->> 'new_orders')::boolean and a.event = 'placed'
      on conflict (dedupe_key) do nothing;
  return null;
end $$;
create or replace trigger queue_new_order_emails after insert on order_history referencing new table as added
  for each statement execute function queue_new_order_emails();
