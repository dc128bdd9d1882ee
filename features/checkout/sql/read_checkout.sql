-- The lines of all attempts, by attempt and product, one per product. Functions without settings in this
-- folder are called by place_orders only and have its settings.
create or replace function public.read_checkout_lines(p_attempts jsonb) returns public.checkout_line[] language plpgsql stable as $$
begin
  return array(
    select row(line.attempt, null, line.number, line.id, line.product_id, line.quantity, line.price, null, null, null)::public.checkout_line
      from (
        select sent.attempt, sent.id,
               row_number() over (partition by sent.attempt order by min(sent.position)) as number,
               case when sent.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then sent.id::uuid end as product_id,
               case when bool_and(sent.quantity between 1 and 999 and sent.quantity = trunc(sent.quantity))
                     and count(sent.quantity) = count(*) and sum(sent.quantity) <= 999
                    then sum(sent.quantity)::integer end as quantity,
               case when count(sent.price) = count(*) and min(sent.price) = max(sent.price)
                    then min(sent.price) end as price
          from (
            select attempt.ordinality as attempt, lower(coalesce(line ->> 'product_id', '')) as id, position,
                   case when jsonb_typeof(line -> 'quantity') = 'number'
                        then (line ->> 'quantity')::numeric end as quantity,
                   case when jsonb_typeof(line -> 'price') = 'number' then (line ->> 'price')::numeric end as price
              from jsonb_array_elements(p_attempts) with ordinality as attempt (sent),
                   -- More than 100 lines are refused below without parsing, so that they do not delay the
                   -- batch.
                   jsonb_array_elements(case when jsonb_typeof(attempt.sent -> 'lines') <> 'array' then null
                                             when jsonb_array_length(attempt.sent -> 'lines') <= 100 then attempt.sent -> 'lines' end)
                     with ordinality as sent_line (line, position)
          ) sent
         group by sent.attempt, sent.id
      ) line
     order by line.attempt, line.product_id);
end $$;

-- The attempts with normalised addresses; invalid ones are refused.
create or replace function public.read_checkout_attempts(p_attempts jsonb, p_lines public.checkout_line[]) returns public.checkout_attempt[]
language plpgsql stable as $$
begin
  return array(
    select row(
        normalised.user_id, normalised.key, normalised.caller, normalised.address, normalised.request_hash,
        normalised.service, normalised.charge, normalised.day, normalised.delivery,
        case when normalised.user_id is null then public.refused('not-signed-in')
             when coalesce(normalised.key, '') !~ '\S' or char_length(normalised.key) > 255 then public.refused('key-missing')
             when normalised.payment_method is distinct from 'cod' then public.refused('payment-method-not-accepted')
             when normalised.line_count = 0 then public.refused('cart-empty')
             when normalised.line_count > 100 or array_position(normalised.quantities, null) is not null
               then public.refused('quantity-invalid')
             when normalised.invalid_fields is not null
               then public.refused('address-incomplete', jsonb_build_object('fields', to_jsonb(normalised.invalid_fields)))
           end,
        null, null, null, null, null, null, null, null, null, null, null, null)::public.checkout_attempt
      from (
        select attempt.ordinality, (attempt.sent ->> 'user_id')::uuid as user_id, attempt.sent ->> 'idempotency_key' as key,
               attempt.sent ->> 'caller' as caller,
               attempt.sent ->> 'payment_method' as payment_method, cart.quantities, address.address, address.invalid_fields,
               case when jsonb_typeof(attempt.sent -> 'lines') = 'array'
                    then jsonb_array_length(attempt.sent -> 'lines') else 0 end as line_count,
               delivery.service, delivery.charge, delivery.day, attempt.sent -> 'delivery' as delivery,
               -- Standard delivery without a charge is omitted from the hash, so hashes from before delivery
               -- charges still match.
               encode(sha256(convert_to((jsonb_build_array(
                 cart.ids, cart.quantities, cart.prices, address.address, attempt.sent ->> 'payment_method')
                 || case when delivery.service = 'standard' and delivery.charge = 0 then '[]'
                         else jsonb_build_array(delivery.service, delivery.charge, delivery.day) end)::text, 'UTF8')), 'hex')
                 as request_hash
          from jsonb_array_elements(p_attempts) with ordinality as attempt (sent),
          lateral (
            select coalesce(attempt.sent -> 'delivery' ->> 'service', 'standard') as service, attempt.sent -> 'delivery' ->> 'day' as day,
                   case when jsonb_typeof(attempt.sent -> 'delivery' -> 'charge') = 'number'
                        then (attempt.sent -> 'delivery' ->> 'charge')::numeric else 0 end as charge
          ) delivery,
          lateral (
            select array_agg(line.id order by line.ordinality) as ids, array_agg(line.quantity order by line.ordinality) as quantities,
                   array_agg(line.price order by line.ordinality) as prices
              from unnest(p_lines) with ordinality as line where line.attempt = attempt.ordinality
          ) cart,
          lateral public.check_shipping_address(attempt.sent -> 'shipping_address') address
      ) normalised
     order by normalised.ordinality);
end $$;

revoke execute on function
  public.read_checkout_lines(jsonb), public.read_checkout_attempts(jsonb, public.checkout_line[]) from public;
