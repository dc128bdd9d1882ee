-- Emails whose last attempt failed, given-up ones first. Without contents, because some contain sign-in
-- links.
create or replace function public.list_failed_emails(p_limit integer)
returns table (id bigint, kind text, order_id uuid, recipient text, created_at timestamptz, attempts integer,
               last_error text, next_attempt_at timestamptz, is_under_way boolean, total integer)
language sql stable security definer set search_path = '' as $$
  select o.id, o.kind,
         case when o.payload ->> 'order_id' ~ '^[0-9a-f-]{36}$' then (o.payload ->> 'order_id')::uuid end,
         o.recipient, o.created_at, o.attempts, o.last_error,
         case when o.available_at < 'infinity' then o.available_at end, coalesce(o.leased_until > now(), false),
         count(*) over ()::integer
    from public.outbox o
   where o.sent_at is null and o.last_error is not null and (select public.is_manager())
   order by o.available_at desc, o.id desc
   limit p_limit
$$;

revoke execute on function public.list_failed_emails(integer) from public;
grant execute on function public.list_failed_emails(integer) to ninth_bend_admin;
