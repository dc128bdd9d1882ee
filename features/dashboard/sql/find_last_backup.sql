-- The last verified backup, and the failure after it, if any; no row unless the actor is a manager.
create or replace function public.find_last_backup()
returns table (made_at timestamptz, bytes bigint, row_count bigint, picture_count integer, is_encrypted boolean,
               failed_at timestamptz, problem text)
language sql stable security definer set search_path = '' as $$
  select good.made_at, good.bytes, good.row_count, good.picture_count, good.is_encrypted, bad.made_at, bad.problem
    from (select public.is_manager() as is_allowed) actor
    left join lateral (select b.* from public.backups b where b.verified_at is not null order by b.made_at desc limit 1) good on true
    left join lateral (select b.* from public.backups b where b.problem is not null
                          and (good.made_at is null or b.made_at > good.made_at) order by b.made_at desc limit 1) bad on true
   where actor.is_allowed
$$;

revoke execute on function public.find_last_backup() from public;
grant execute on function public.find_last_backup() to ninth_bend_admin;
