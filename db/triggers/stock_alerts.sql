-- A product is back in stock or on sale. Compared here and not in the trigger's condition, which each sale
-- would plan again.
create or replace function public.queue_stock_alerts_on_change() returns trigger language plpgsql as $$
begin
  if coalesce(new.sellable_stock, new.stock) > 0 and new.is_active and (coalesce(old.sellable_stock, old.stock) <= 0 or not old.is_active) then
    perform public.queue_stock_alerts(new.id);
  end if;
  return null;
end $$;
create or replace trigger queue_stock_alerts after update of stock, sellable_stock, is_active on products
  for each row execute function queue_stock_alerts_on_change();

-- The customer gave the address for this one email.
create or replace function public.delete_sent_stock_alert() returns trigger language plpgsql as $$
begin
  delete from public.outbox o where o.id = new.id;
  return null;
end $$;
create or replace trigger delete_sent_stock_alert after update of sent_at on outbox
  for each row when (new.kind = 'stock-alert' and new.sent_at is not null) execute function delete_sent_stock_alert();
