drop function if exists public.order_edits_settle_after(), public.order_edits_settle_within();

-- What the edits between two history entries have changed together; '{}' if nothing.
create or replace function public.order_changes(p_order_id uuid, p_since bigint, p_until bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  with edit as (
    select h.id, h.details from public.order_history h
     where h.order_id = p_order_id and h.event = 'edited' and h.id between p_since and p_until
  ), item as (
    select changed.item ->> 'product_id' as product_id, min(e.id) as first_edit,
           (array_agg(changed.item -> 'name' order by e.id desc))[1] as name,
           (array_agg(changed.item -> 'from' order by e.id))[1] as was,
           (array_agg(changed.item -> 'to' order by e.id desc))[1] as is_now
      from edit e cross join lateral jsonb_array_elements(e.details -> 'items') changed (item)
     group by changed.item ->> 'product_id'
  ), field as (
    select changed.name, changed.is_address, (array_agg(changed.value -> 'from' order by e.id))[1] as was,
           (array_agg(changed.value -> 'to' order by e.id desc))[1] as is_now
      from edit e
     cross join lateral (
       select sent.key as name, false as is_address, sent.value from jsonb_each(e.details) sent
        where sent.key in ('total_amount', 'delivery_charge', 'estimated_delivery')
       union all
       select sent.key, true, sent.value from jsonb_each(e.details -> 'address') sent
     ) changed
     group by changed.name, changed.is_address
  )
  select jsonb_strip_nulls(jsonb_build_object(
           'items', (select jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.name, 'from', i.was, 'to', i.is_now)
                              order by i.first_edit, i.product_id) from item i where i.was <> i.is_now),
           'address', (select jsonb_object_agg(f.name, jsonb_build_object('from', f.was, 'to', f.is_now))
                         from field f where f.is_address and f.was <> f.is_now)))
      || coalesce((select jsonb_object_agg(f.name, jsonb_build_object('from', f.was, 'to', f.is_now))
                     from field f where not f.is_address and f.was <> f.is_now), '{}')
$$;

-- Queues the email about the last edit, or extends the unclaimed one, and drops it if the edits cancel out.
-- The caller has locked the order.
create or replace function public.queue_order_change_email(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- How long the email waits after the last edit, so that several become one email, and how long at most.
  v_settle_after constant interval := '5 minutes';
  v_settle_within constant interval := '30 minutes';
  v_edits bigint[] := array(
    select h.id from public.order_history h where h.order_id = p_order_id and h.event = 'edited' order by h.id);
  v_last bigint := v_edits[cardinality(v_edits)];
  v_mail record;
begin
  -- Skips an email that a worker has locked: waiting could deadlock, because workers lock accounts too.
  select o.id, (o.payload ->> 'since')::bigint as since into v_mail from public.outbox o
   where o.dedupe_key = any (array(select format('order-changed:%s:%s', p_order_id, edit.id) from unnest(v_edits) as edit (id)))
     and o.sent_at is null and o.dropped_at is null and o.attempts = 0
   order by o.id desc limit 1 for update skip locked;
  if not found then
    insert into public.outbox (kind, dedupe_key, recipient, payload, available_at)
    select 'order-changed', format('order-changed:%s:%s', p_order_id, v_last),
           (select u.email from public.user_profiles u where u.user_id = r.user_id),
           jsonb_build_object('order_id', p_order_id, 'since', v_last, 'until', v_last), now() + v_settle_after
      from public.orders r where r.id = p_order_id and public.is_customer_email_on('order-changed');
  elsif public.order_changes(p_order_id, v_mail.since, v_last) = '{}' then
    update public.outbox set available_at = 'infinity', dropped_at = now(), held_for_user_id = null where id = v_mail.id;
  else
    update public.outbox o
       set payload = o.payload || jsonb_build_object('until', v_last),
           available_at = case when o.held_for_user_id is null
             then greatest(o.available_at, least(now() + v_settle_after, o.created_at + v_settle_within))
             else o.available_at end
     where o.id = v_mail.id;
  end if;
end $$;

revoke execute on function
  public.order_changes(uuid, bigint, bigint), public.queue_order_change_email(uuid) from public;
grant execute on function public.order_changes(uuid, bigint, bigint) to ninth_bend_worker;
