-- Whether an order email is sent to an unverified address: the confirmations of three orders within 24 hours,
-- and the acknowledgement of their cancellation.
create or replace function public.is_sent_unverified(p_email public.outbox) returns boolean
language sql stable set search_path = '' as $$
  select p_email.kind in ('order-confirmation', 'order-cancellation-received') and exists (
    select from public.orders this
      join public.outbox confirmation on confirmation.dedupe_key = 'order-confirmation:' || this.id
     where this.id = public.order_id_of_email(p_email.kind, p_email.payload)
       and (confirmation.attempts > 0 or (
         select count(*)
           from public.orders other
           join public.outbox o on o.dedupe_key = 'order-confirmation:' || other.id
          where other.user_id = this.user_id and other.id <> this.id
            and other.created_at > this.created_at - interval '24 hours'
            and (o.attempts > 0 or (o.id < confirmation.id and o.available_at < 'infinity'))
            and not exists (select from public.phone_orders h where h.order_id = other.id)) < 3))
$$;

revoke execute on function public.is_sent_unverified(public.outbox) from public;
