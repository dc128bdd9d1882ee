-- The customer gave the address for this one email.
create or replace function public.delete_sent_stock_alert() returns trigger language plpgsql as $$
begin
  delete from public.outbox o where o.id = new.id;
  return null;
end $$;
create or replace trigger delete_sent_stock_alert after update of sent_at on outbox
  for each row when (new.kind = 'stock-alert' and new.sent_at is not null) execute function delete_sent_stock_alert();
