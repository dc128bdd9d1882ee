-- Seconds since the last verified backup; null if there is none. archive_seconds is for nodes of the previous
-- build.
create or replace function public.find_backup_ages()
returns table (backup_seconds double precision, archive_seconds double precision)
language sql stable security definer set search_path = '' as $$
  select extract(epoch from clock_timestamp() - (select max(b.made_at) from public.backups b where b.verified_at is not null))::double precision,
         (select extract(epoch from clock_timestamp() - a.last_archived_time)::double precision
            from pg_catalog.pg_stat_archiver a where pg_catalog.current_setting('archive_mode') <> 'off')
$$;

revoke execute on function public.find_backup_ages() from public;
grant execute on function public.find_backup_ages() to ninth_bend_worker;
