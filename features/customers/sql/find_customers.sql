-- A page of customers by name, email, phone or postcode, otherwise the newest first. One row more than p_limit means that there are more.
-- Checks the manager itself, because row-level security would keep the text search from its indexes.
create or replace function public.find_customers(p_search text, p_offset integer, p_limit integer)
returns table (user_id uuid, full_name text, email text, phone text, city text, has_account boolean, created_at timestamptz,
               orders integer, spent numeric, last_order_at timestamptz)
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  v_terms record;
  v_ids uuid[];
  v_staff constant uuid[] := array(select a.user_id from accounts.administrator a);
begin
  if not public.is_manager() then
    return;
  end if;
  if coalesce(btrim(p_search), '') = '' then
    v_ids := array(
      select p.user_id from public.user_profiles p where p.user_id <> all (v_staff)
       order by p.created_at desc, p.user_id offset p_offset limit p_limit + 1);
  else
    select t.patterns || coalesce(t.word_patterns[3:], '{}') as patterns, t.index_patterns || coalesce(t.word_index_patterns[3:], '{}') as index_patterns
      into v_terms from public.parse_order_search(p_search) t;
    -- The largest number that can be sorted at once; a search that finds more must be narrowed.
    v_ids := array(
      select f.user_id from (
        (select p.user_id, p.created_at from public.user_profiles p
          -- Written out, because as an argument of order_matches_search() the expression would not use its
          -- index.
          where (public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[1]
                 and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) || '' like v_terms.patterns[1])
             or (public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[2]
                 and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) || '' like v_terms.patterns[2])
             or (public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[3]
                 and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[4]
                 and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) || '' like all (v_terms.patterns[3:]))
          limit 500)
      ) f where f.user_id <> all (v_staff) order by f.created_at desc, f.user_id offset p_offset limit p_limit + 1);
  end if;
  return query
    select p.user_id, p.full_name::text, p.email::text, p.phone::text, p.city::text, u.id is not null, p.created_at,
           placed.orders::integer, placed.spent, placed.last_order_at
      from unnest(v_ids) with ordinality as wanted (id, position)
      join public.user_profiles p on p.user_id = wanted.id
      left join accounts."user" u on u.id = wanted.id
     cross join lateral (
       select count(*) as orders, max(o.created_at) as last_order_at,
              coalesce(sum(o.total_amount - coalesce((select sum(r.amount) from public.refunds r where r.order_id = o.id), 0))
                filter (where o.status <> 'cancelled'), 0) as spent
         from public.orders o where o.user_id = wanted.id) placed
     order by wanted.position;
end $$;

revoke execute on function public.find_customers(text, integer, integer) from public;
grant execute on function public.find_customers(text, integer, integer) to ninth_bend_admin;
