-- Sends the held emails of the last 24 hours unless the order has moved on; drops older ones.
create or replace function public.release_held_emails(p_user_id uuid) returns void
language sql security definer set search_path = '' as $$
  with held as (
    select o.id,
           o.created_at > now() - interval '1 day'
             and public.is_order_email_current(o.kind, r.status)
             and (o.kind <> 'order-confirmation' or r.status <> 'cancelled') as is_news
      from public.outbox o left join public.orders r on r.id = public.order_id_of_email(o.kind, o.payload)
     where o.held_for_user_id = p_user_id and o.sent_at is null
       for update of o
  )
  update public.outbox o
     set held_for_user_id = null,
         available_at = case when held.is_news then now() else 'infinity' end,
         dropped_at = case when held.is_news is not true then now() end
    from held where o.id = held.id
$$;

revoke execute on function public.release_held_emails(uuid) from public;
