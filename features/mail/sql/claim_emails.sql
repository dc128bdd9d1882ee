-- Claims up to p_limit due emails, oldest first; a lease keeps other workers from claiming them. Most order
-- emails wait until the address is verified.
create or replace function public.claim_emails(p_limit integer, p_lease_seconds double precision, p_host text)
returns table (id bigint, kind text, recipient text, payload jsonb, attempts integer, created_at timestamptz, message_id text,
               unverified_user_id uuid)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_left integer := p_limit;
  v_due bigint[];
  v_order_mails bigint[];
  v_user_ids uuid[];
  v_held bigint[];
  v_stale bigint[];
  v_off bigint[];
begin
  while v_left > 0 loop
    v_due := array(
      select o.id from public.outbox o where o.sent_at is null and o.available_at <= now()
       order by o.available_at, o.id limit v_left for update skip locked);
    exit when cardinality(v_due) = 0;

    -- Emails queued at the moment when the owner switched this kind off.
    with switched_off as (
      delete from public.outbox o where o.id = any (v_due) and not public.is_customer_email_on(o.kind) returning o.id
    )
    select coalesce(array_agg(switched_off.id), '{}') into v_off from switched_off;
    v_due := array(select due.id from unnest(v_due) as due (id) where due.id <> all (v_off));

    -- The order has another status now, so these emails are no longer true.
    with stale as (
      update public.outbox o set available_at = 'infinity', dropped_at = now(), leased_until = null, last_error = null
        from public.orders r
       where o.id = any (v_due) and r.id = public.order_id_of_email(o.kind, o.payload)
         and not public.is_order_email_current(o.kind, r.status)
      returning o.id
    )
    select coalesce(array_agg(stale.id), '{}') into v_stale from stale;
    v_due := array(select due.id from unnest(v_due) as due (id) where due.id <> all (v_stale));

    -- A concurrent verification would otherwise miss emails held here.
    perform from accounts."user" u
      where not u.email_verified and u.id in (
        select r.user_id from public.outbox o join public.orders r on r.id = public.order_id_of_email(o.kind, o.payload)
         where o.id = any (v_due))
      order by u.id for share;
    select array_agg(o.id order by o.id), array_agg(r.user_id order by o.id) into v_order_mails, v_user_ids
      from public.outbox o join public.orders r on r.id = public.order_id_of_email(o.kind, o.payload)
     where o.id = any (v_due)
       and not exists (select from accounts."user" u where u.id = r.user_id and u.email_verified)
       -- Staff have asked for the address of a phone order.
       and not exists (select from public.phone_orders h where h.order_id = r.id);
    -- One worker at a time decides which emails of an account are sent.
    perform pg_advisory_xact_lock(hashtextextended('unverified_address_emails', 0)) where v_order_mails is not null;
    with held as (
      update public.outbox o set available_at = 'infinity', held_for_user_id = mail.user_id, leased_until = null
        from unnest(v_order_mails, v_user_ids) as mail (id, user_id)
       where o.id = mail.id and not public.is_sent_unverified(o)
      returning o.id
    )
    select coalesce(array_agg(held.id), '{}') into v_held from held;
    v_left := v_left - cardinality(v_due) + cardinality(v_held);
    return query
      update public.outbox o set
             attempts = o.attempts + 1,
             available_at = now() + make_interval(secs => p_lease_seconds),
             leased_until = now() + make_interval(secs => p_lease_seconds),
             held_for_user_id = null,
             message_id = coalesce(o.message_id, format('<%s.%s@%s>', o.kind,
               left(encode(sha256(convert_to(concat_ws(' ', o.id, o.dedupe_key, o.created_at), 'UTF8')), 'hex'), 32), p_host))
       where o.id = any (v_due) and not o.id = any (v_held)
      returning o.id, o.kind, o.recipient::text, o.payload, o.attempts, o.created_at, o.message_id,
                v_user_ids[array_position(v_order_mails, o.id)];
  end loop;
end $$;

revoke execute on function public.claim_emails(integer, double precision, text) from public;
grant execute on function public.claim_emails(integer, double precision, text) to ninth_bend_worker;
