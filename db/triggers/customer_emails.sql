-- Emails of a kind that the owner switches off are deleted, so they are not sent if it is switched on again.
create or replace function public.delete_switched_off_emails() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.outbox o
   where o.sent_at is null and o.dropped_at is null and coalesce(o.leased_until, '-infinity') < now()
     and not public.is_customer_email_on(o.kind);
  return null;
end $$;
create or replace trigger delete_switched_off_emails after update on settings
  for each row when (new.name = 'customer_emails') execute function delete_switched_off_emails();
