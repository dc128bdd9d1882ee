-- Places a phone order through place_orders, with an internal note ('': none). p_customer_id null: a new customer, whose profile has no
-- account (ADR-44). The key belongs to the administrator, because a new customer has no ID yet.
create or replace function public.place_phone_order(
  p_idempotency_key text, p_customer_id uuid, p_email text, p_lines jsonb, p_shipping_address jsonb,
  p_note text, p_is_note_for_packers boolean, p_delivery jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_staff_id uuid := public.current_user_id();
  v_email text := nullif(lower(public.trim_white_space(coalesce(p_email, ''))), '');
  v_note text := public.trim_white_space(coalesce(p_note, ''));
  v_address jsonb;
  v_invalid_fields text[];
  v_customer_id uuid := p_customer_id;
  v_known_id uuid;
  v_has_account boolean;
  v_request_hash text;
  v_earlier record;
  v_answer jsonb;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if coalesce(p_idempotency_key, '') !~ '\S' or char_length(p_idempotency_key) > 200 then
    return public.refused('key-missing');
  end if;
  if v_email !~ '^[^][\s@<>(),;:"\\]+@[^][\s@<>(),;:"\\]+\.[^][\s@<>(),;:"\\]+$' or char_length(v_email) > 254 then
    return public.refused('email-invalid');
  end if;
  if char_length(v_note) > 1000 then
    return public.refused('note-invalid');
  end if;

  select checked.address, checked.invalid_fields into v_address, v_invalid_fields
    from public.check_shipping_address(coalesce(p_shipping_address, '{}') || '{"country": "United Kingdom"}') checked;
  if v_invalid_fields is not null then
    return public.refused('address-incomplete', jsonb_build_object('fields', to_jsonb(v_invalid_fields)));
  end if;

  v_request_hash := encode(sha256(convert_to(jsonb_build_array(
    p_customer_id, v_email, p_lines, v_address, v_note, p_is_note_for_packers, p_delivery)::text, 'UTF8')), 'hex');
  -- Sending the form twice must not create two customers or orders.
  perform pg_advisory_xact_lock(hashtextextended('phone-order' || v_staff_id || p_idempotency_key, 0));
  select h.request_hash, o.id, o.total_amount, o.status into v_earlier
    from public.phone_orders h join public.orders o on o.id = h.order_id
   where h.placed_by = v_staff_id and h.idempotency_key = p_idempotency_key;
  if found then
    if v_earlier.request_hash <> v_request_hash then
      return public.refused('key-reused', jsonb_build_object('status', v_earlier.status));
    end if;
    return public.done(jsonb_build_object('order_id', v_earlier.id, 'total_amount', v_earlier.total_amount,
      'status', v_earlier.status, 'repeated', true));
  end if;

  -- Two new customers with one address are the same. Registration proves nothing about an address;
  -- verification does.
  if v_email is not null then
    perform pg_advisory_xact_lock(hashtextextended('phone-customer' || v_email, 0));
    select p.user_id into v_known_id from public.user_profiles p left join accounts."user" u on u.id = p.user_id
     where lower(p.email) collate "C" = v_email and (u.id is null or u.email_verified) limit 1;
  end if;
  if v_known_id is distinct from v_customer_id and exists (select from accounts.administrator a where a.user_id = v_known_id) then
    return public.refused('email-of-staff');
  end if;
  begin
    if v_customer_id is null then
      if v_known_id is not null then
        return public.refused('email-known', jsonb_build_object('customer_id', v_known_id));
      end if;
      v_customer_id := gen_random_uuid();
      insert into public.user_profiles (user_id, full_name, phone, address, post_code, city, country, email)
      values (v_customer_id, v_address ->> 'full_name', v_address ->> 'phone', v_address ->> 'address', v_address ->> 'post_code',
        v_address ->> 'city', v_address ->> 'country', v_email);
    else
      -- The lock order of erase_customer(): the lock of place_orders() before the profile.
      perform pg_advisory_xact_lock(hashtextextended(v_customer_id::text, 0));
      -- A verification that would move this customer's orders to an account waits, or has removed the
      -- customer.
      perform from public.user_profiles p where p.user_id = v_customer_id for no key update;
      if not found or exists (select from accounts.administrator a where a.user_id = v_customer_id) then
        return public.refused('customer-gone');
      end if;
      v_has_account := exists (select from accounts."user" u where u.id = v_customer_id);
      if not v_has_account then
        if v_known_id <> v_customer_id then
          return public.refused('email-known', jsonb_build_object('customer_id', v_known_id));
        end if;
        update public.user_profiles set email = v_email where user_id = v_customer_id and email is distinct from v_email;
      end if;
    end if;
    v_answer := public.place_orders(jsonb_build_array(jsonb_build_object(
      'user_id', v_customer_id, 'idempotency_key', 'phone-' || p_idempotency_key, 'lines', p_lines,
      'shipping_address', v_address, 'payment_method', 'cod', 'delivery', p_delivery)), v_staff_id) -> 0;
    if not (v_answer ->> 'ok')::boolean then
      raise exception using errcode = 'NB001';
    end if;
  exception when sqlstate 'NB001' then
    -- The new customer is rolled back with the order.
    return v_answer;
  end;

  insert into public.phone_orders (order_id, placed_by, idempotency_key, request_hash)
  values ((v_answer #>> '{value,order_id}')::uuid, v_staff_id, p_idempotency_key, v_request_hash);
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  values ('admin', v_staff_id, 'phone-order', (v_answer #>> '{value,order_id}')::uuid, 'placed-by-phone');
  if v_note ~ '\S' then
    perform public.add_order_note((v_answer #>> '{value,order_id}')::uuid, v_note, p_is_note_for_packers);
  end if;
  return v_answer;
end $$;

-- Whether a customer can sign in; customers of phone orders may have no account.
create or replace function public.has_account(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from accounts."user" u where u.id = p_user_id)
$$;

revoke execute on function
  public.place_phone_order(text, uuid, text, jsonb, jsonb, text, boolean, jsonb), public.has_account(uuid) from public;
grant execute on function public.place_phone_order(text, uuid, text, jsonb, jsonb, text, boolean, jsonb) to ninth_bend_admin;
grant execute on function public.has_account(uuid) to ninth_bend_worker;
