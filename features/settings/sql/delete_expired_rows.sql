-- Deletes up to p_limit rows of one kind older than p_days, oldest first, and returns how many. Refuses less
-- than minimum_retention_days().
create or replace function public.minimum_retention_days(p_kind text) returns integer
language sql immutable parallel safe as $$
  select case p_kind when 'sent-emails' then 30 when 'idempotency-keys' then 7 when 'access-events' then 90 when 'audit-events' then 365 end
$$;

create or replace function public.delete_expired_rows(p_kind text, p_days integer, p_limit integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_minimum constant integer := public.minimum_retention_days(p_kind);
  v_before constant timestamptz := now() - make_interval(days => p_days);
  v_deleted integer;
begin
  if v_minimum is null then
    raise exception using errcode = 'invalid_parameter_value', message = format('There is no retention of %s.', p_kind);
  elsif p_days < v_minimum or p_days is null then
    raise exception using errcode = 'invalid_parameter_value',
      message = format('%s are kept for at least %s days.', p_kind, v_minimum);
  end if;
  if p_kind = 'sent-emails' then
    -- These indexes exclude emails that wait, are held or were given up.
    delete from public.outbox o where o.id = any (
      array(select s.id from public.outbox s where s.sent_at < v_before order by s.sent_at limit p_limit for update skip locked)
      || array(select d.id from public.outbox d where d.dropped_at < v_before and d.sent_at is null
                order by d.dropped_at limit p_limit for update skip locked));
  elsif p_kind = 'idempotency-keys' then
    delete from public.idempotency_keys k where (k.user_id, k.key) in (
      select e.user_id, e.key from public.idempotency_keys e where e.created_at < v_before order by e.created_at limit p_limit
         for update skip locked);
  else
    -- Allows deletion in keep_until_expired (platform/database/triggers/immutable_rows.sql), which also checks the age of
    -- each row.
    perform set_config('ninth_bend.deletes_expired', 'yes', true);
    -- Rows are only added, so the oldest have the lowest IDs.
    if p_kind = 'access-events' then
      delete from public.access_events e
       where e.at < v_before and e.id in (select o.id from public.access_events o order by o.id limit p_limit);
    else
      delete from public.audit_events e
       where e.at < v_before and e.id in (select o.id from public.audit_events o order by o.id limit p_limit);
    end if;
  end if;
  get diagnostics v_deleted = row_count;
  perform set_config('ninth_bend.deletes_expired', 'no', true);
  return v_deleted;
end $$;

revoke execute on function public.minimum_retention_days(text) from public;
revoke execute on function public.delete_expired_rows(text, integer, integer) from public;
grant execute on function public.delete_expired_rows(text, integer, integer) to ninth_bend_worker;
