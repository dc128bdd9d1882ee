-- Once an account has verified its address, the orders that were placed by phone for that address are its own (ADR-44), and the emails
-- that were held for it are sent.
create or replace function public.adopt_phone_orders() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_customer_ids uuid[];
begin
  -- The lock of place_phone_order(), so that no other profile of the address appears meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('phone-customer' || new.email, 0));
  select array_agg(p.user_id) into v_customer_ids from (
    select p.user_id from public.user_profiles p
     where lower(p.email) collate "C" = new.email and not exists (select from accounts."user" u where u.id = p.user_id)
     order by p.user_id for update
  ) p;
  if v_customer_ids is not null then
    -- The usual lock order.
    perform from public.orders o where o.user_id = any (v_customer_ids) order by o.id for no key update;
    perform set_config('ninth_bend.adopts_phone_orders', 'yes', true);
    update public.orders set user_id = new.id where user_id = any (v_customer_ids);
    perform set_config('ninth_bend.adopts_phone_orders', 'no', true);
    delete from public.user_profiles where user_id = any (v_customer_ids);
  end if;
  perform public.release_held_emails(new.id);
  return null;
end $$;
create or replace trigger adopt_phone_orders after update of email_verified on accounts."user"
  for each row when (new.email_verified and not old.email_verified) execute function adopt_phone_orders();

-- Phone customers need not have an email address: no email is queued for them.
create or replace function public.skip_email_without_address() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.orders o join public.user_profiles p on p.user_id = o.user_id
     where o.id = public.order_id_of_email(new.kind, new.payload) and p.email is null
       and not exists (select from accounts."user" u where u.id = p.user_id)
  ) then
    return null;
  end if;
  return new;
end $$;
create or replace trigger skip_email_without_address before insert on outbox
  for each row when (new.recipient is null and new.kind like 'order-%') execute function skip_email_without_address();
