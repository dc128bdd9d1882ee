-- Counts for monitoring, without data about orders or people. Held and dropped emails are not waiting.
create or replace function public.find_monitoring_figures()
returns table (emails_waiting bigint, oldest_email_seconds double precision, emails_failing bigint, emails_given_up bigint,
               products_on_sale bigint, products_out_of_stock bigint)
language sql stable security definer set search_path = '' as $$
  select mail.waiting, coalesce(extract(epoch from clock_timestamp() - mail.oldest)::double precision, 0), mail.failing, mail.given_up,
         product.on_sale, product.out_of_stock
    from (select count(*) filter (where o.available_at < 'infinity') as waiting,
                 -- An email that is queued for later, such as one of a step that can be undone, is not late.
                 min(o.created_at) filter (where o.available_at <= now() or (o.attempts > 0 and o.available_at < 'infinity')) as oldest,
                 count(*) filter (where o.last_error is not null and o.available_at < 'infinity') as failing,
                 count(*) filter (where o.last_error is not null and o.available_at = 'infinity' and o.dropped_at is null) as given_up
            from public.outbox o where o.sent_at is null) mail,
         (select count(*) as on_sale, count(*) filter (where coalesce(p.sellable_stock, p.stock) = 0) as out_of_stock from public.products p where p.is_active) product
$$;

revoke execute on function public.find_monitoring_figures() from public;
grant execute on function public.find_monitoring_figures() to ninth_bend_worker;
