-- Customers who have units of a recall, with the data of the email: their orders, which are unsent or unpaid,
-- and their recalled batches. email is null for customers to be phoned.
create or replace function public.find_recall_recipients(p_recall_id uuid)
returns table (user_id uuid, email text, payload jsonb)
language sql stable security definer set search_path = '' as $$
  with recalled as materialized (
    select r.id, r.product_id, array(select c.batch_id from public.recall_batches c where c.recall_id = r.id) as batch_ids
      from public.recalls r where r.id = p_recall_id and (select public.is_manager())
  ), held as materialized (
    select h.order_id, h.quantity from recalled r cross join lateral public.find_batch_orders(r.product_id, r.batch_ids) h
  ), taken as (
    select m.order_id, b.id as batch_id, -sum(m.quantity_change) as quantity
      from held h
      join public.batch_movements m on m.order_id = h.order_id
      join public.product_batches b on b.id = m.batch_id and not b.is_unrecorded
     where b.id in (select unnest(r.batch_ids) from recalled r)
     group by m.order_id, b.id having sum(m.quantity_change) < 0
  ), batch as (
    select t.order_id, t.batch_id from taken t
     union all
    -- Units without a recorded batch belong to the batch "not recorded".
    select h.order_id, b.id
      from held h cross join recalled r join public.product_batches b on b.product_id = r.product_id and b.is_unrecorded
     where h.quantity > coalesce((select sum(t.quantity) from taken t where t.order_id = h.order_id), 0)
  ), buyer as (
    select o.user_id, coalesce(min(u.email), min(o.shipping_address ->> 'email')) as email,
           array_agg(o.id order by o.created_at desc, o.id) as order_ids,
           array_agg(o.id) filter (where o.status in ('pending', 'processing')) as not_sent,
           array_agg(o.id) filter (where o.status = 'shipped' or o.door_payment = 'not-paid') as not_paid,
           array_agg(o.id) filter (where o.status = 'delivered' and o.door_payment is null) as not_recorded
      from held h join public.orders o on o.id = h.order_id left join public.user_profiles u on u.user_id = o.user_id
     group by o.user_id
  )
  select b.user_id, b.email,
         jsonb_build_object('recall_id', p_recall_id, 'order_ids', to_jsonb(b.order_ids[:50]),
           'not_sent', coalesce(to_jsonb(b.not_sent), '[]'), 'not_paid', coalesce(to_jsonb(b.not_paid), '[]'),
           'not_recorded', coalesce(to_jsonb(b.not_recorded), '[]'),
           'batch_ids', (select coalesce(jsonb_agg(distinct batch.batch_id), '[]') from batch where batch.order_id = any (b.order_ids)))
    from buyer b
$$;

-- Sends one email to each customer who has units of a recall, once. Customers without an email address are
-- counted, because they are phoned. p_expected: the confirmed number of emails.
create or replace function public.send_recall_emails(p_recall_id uuid, p_expected integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_recall record;
  v_mailed integer;
  v_recipients integer;
  v_without_email integer;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select r.product_id, r.mailed_at into v_recall from public.recalls r where r.id = p_recall_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_recall.mailed_at is not null then
    return public.refused('already-sent');
  end if;
  with buyer as materialized (
    select f.user_id, f.email, f.payload from public.find_recall_recipients(p_recall_id) f
  ), queued as (
    insert into public.outbox (kind, dedupe_key, recipient, payload)
    select 'product-recall', 'product-recall:' || p_recall_id || ':' || b.user_id, b.email, b.payload
      from buyer b
     where b.email is not null and p_expected = (select count(*) from buyer other where other.email is not null)
     order by b.user_id
        on conflict (dedupe_key) do nothing
    returning 1
  )
  select (select count(*) from queued), count(b.email), count(*) - count(b.email) into v_mailed, v_recipients, v_without_email from buyer b;
  if v_recipients is distinct from p_expected then
    return public.refused('recipients-changed');
  end if;
  update public.recalls r set mailed_at = now(), mailed_by = public.current_user_id(), mailed_customers = v_mailed where r.id = p_recall_id;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
  values ('admin', public.current_user_id(), 'recall', v_recall.product_id, 'customers-told',
    jsonb_build_object('recall_id', p_recall_id, 'customers', v_mailed));
  return public.done(jsonb_build_object('mailed', v_mailed, 'without_email', v_without_email));
end $$;

-- Called by nodes of the previous build, which do not pass the number.
create or replace function public.send_recall_emails(p_recall_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  return public.send_recall_emails(p_recall_id, (select count(f.email)::integer from public.find_recall_recipients(p_recall_id) f));
end $$;

revoke execute on function
  public.find_recall_recipients(uuid), public.send_recall_emails(uuid), public.send_recall_emails(uuid, integer) from public;
grant execute on function
  public.find_recall_recipients(uuid), public.send_recall_emails(uuid), public.send_recall_emails(uuid, integer) to ninth_bend_admin;
