-- One row per standby that streams from this server; null lag without pg_monitor, or if it is up to date and
-- idle. Excludes pg_basebackup.
create or replace function public.list_replication_lags()
returns table (replica text, lag_seconds double precision)
language sql stable security definer set search_path = '' as $$
  select r.application_name, max(case when r.state is not null then coalesce(extract(epoch from r.replay_lag), 0) end)::double precision
    from pg_catalog.pg_stat_replication r
   where r.application_name is not null
   group by r.application_name
  having not bool_or(coalesce(r.state = 'backup', false))
   order by r.application_name
$$;

revoke execute on function public.list_replication_lags() from public;
grant execute on function public.list_replication_lags() to ninth_bend_worker;
