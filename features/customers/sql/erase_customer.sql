-- Erases a customer (ADR-66): orders, refunds and history stay for tax law, without personal fields; the rest
-- is deleted. Managers erase any customer, customers themselves. Refused while an order is open.
create or replace function public.erase_customer(p_user_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_is_manager constant boolean := current_setting('role') = 'ninth_bend_admin' and public.is_manager();
  v_is_self constant boolean := current_setting('role') = 'ninth_bend_customer' and p_user_id = public.current_user_id();
  v_erased constant jsonb := '{"full_name": "Erased customer", "phone": "erased", "address": "erased", "post_code": "erased", "city": "erased", "country": "United Kingdom"}';
  v_emails text[];
  v_account_email text;
  v_order_ids uuid[];
  v_open integer;
begin
  if not (v_is_manager or v_is_self) or exists (select from accounts.administrator a where a.user_id = p_user_id) then
    return public.refused('not-found');
  end if;
  -- The same lock as place_orders(): an order is either placed before and seen below, or refused afterwards.
  perform pg_advisory_xact_lock(hashtextextended(p_user_id::text, 0));
  perform from public.user_profiles p where p.user_id = p_user_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  v_order_ids := array(select o.id from public.orders o where o.user_id = p_user_id order by o.id for no key update);
  select count(*) into v_open from public.orders o
    join public.order_statuses() s on s.status = o.status where o.user_id = p_user_id and s.is_open;
  if v_open > 0 then
    return public.refused('has-open-orders', jsonb_build_object('orders', v_open));
  end if;
  v_emails := public.proven_emails(p_user_id);
  select lower(u.email) into v_account_email from accounts."user" u where u.id = p_user_id;

  perform set_config('ninth_bend.erases_customer', 'yes', true);
  update public.orders set shipping_address = v_erased, carrier = null, tracking_number = null where id = any (v_order_ids);
  -- Typed texts may name the customer, an edit has the address, and the carrier knows the address of a
  -- tracking number.
  update public.order_history set
      reason = case when reason is null or reason in ('Cancelled by customer', 'Cancelled by admin') then reason else 'erased' end,
      note = case when note is not null then 'erased' end,
      customer_note = case when customer_note is not null then 'erased' end,
      details = details - array['address', 'tracking']
    where order_id = any (v_order_ids)
      and (note is not null or customer_note is not null or details ?| array['address', 'tracking']
           or reason not in ('Cancelled by customer', 'Cancelled by admin'));
  update public.refunds set reason = 'erased', request_hash = 'erased' where order_id = any (v_order_ids);
  update public.phone_orders set request_hash = 'erased' where order_id = any (v_order_ids);
  delete from public.order_notes where order_id = any (v_order_ids);
  delete from public.customer_notes where user_id = p_user_id;
  perform set_config('ninth_bend.erases_customer', 'no', true);

  delete from public.idempotency_keys where user_id = p_user_id;
  delete from public.stock_alerts where email = any (v_emails);
  delete from public.unverified_address_emails where user_id = p_user_id;
  delete from public.outbox o
   where o.held_for_user_id = p_user_id or public.is_email_of(o, p_user_id, v_emails, v_order_ids);
  delete from accounts.verification v where v.value = p_user_id::text or strpos(v.value, p_user_id::text) > 0;
  delete from accounts."user" where id = p_user_id;
  delete from public.user_profiles where user_id = p_user_id;
  insert into public.erased_customers (user_id) values (p_user_id) on conflict do nothing;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  values (case when v_is_manager then 'admin' else 'customer' end, public.current_user_id(), 'customer', p_user_id, 'erased');
  return public.done(jsonb_build_object(
    'emails', coalesce(to_jsonb(v_emails), '[]'), 'account_email', v_account_email, 'order_ids', to_jsonb(v_order_ids)));
end $$;

-- Addresses that belong to the customer. Anybody may register an address, so only a verified one counts;
-- staff typed the address of a phone customer.
create or replace function public.proven_emails(p_user_id uuid) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select lower(p.email) from public.user_profiles p where p.user_id = p_user_id and p.email is not null
    union select lower(o.shipping_address ->> 'email') from public.orders o where o.user_id = p_user_id and o.shipping_address ? 'email')
   where not exists (select from accounts."user" u where u.id = p_user_id and not u.email_verified)
$$;

-- Whether an email was sent to the customer or is an enquiry from them. Addresses are compared whole:
-- ann@x.example is part of joann@x.example. Keys of account emails contain the account ID.
create or replace function public.is_email_of(p_email public.outbox, p_user_id uuid, p_emails text[], p_order_ids uuid[]) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(lower(p_email.recipient) = any (p_emails), false)
      or coalesce(lower(p_email.payload #>> '{enquiry,email}') = any (p_emails), false)
      or p_user_id::text = any (string_to_array(p_email.dedupe_key, ':'))
      or coalesce((p_email.payload ->> 'order_id') = any (p_order_ids::text[]), false)
      or coalesce(p_email.payload -> 'order_ids' ?| p_order_ids::text[], false)
$$;

revoke execute on function public.erase_customer(uuid), public.proven_emails(uuid),
  public.is_email_of(public.outbox, uuid, text[], uuid[]) from public;
grant execute on function public.erase_customer(uuid) to ninth_bend_customer, ninth_bend_admin;
