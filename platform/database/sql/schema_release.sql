-- The release that created the schema and procedures of this database, and the oldest one that works with
-- them.
create or replace function public.schema_release() returns table (release integer, oldest_compatible integer)
language sql stable security definer set search_path = '' as $$
  select d.release, greatest(d.oldest_compatible, (select max(m.oldest_compatible) from ninth_bend.migrations m))
    from ninth_bend.definitions d
$$;

revoke execute on function public.schema_release() from public;
grant execute on function public.schema_release() to ninth_bend_worker;
