-- Customers by name, email, phone or postcode for a phone order, latest order first, with its address. Checks
-- the manager itself, because row-level security would keep the text search from its indexes.
create or replace function public.find_phone_customers(p_search text, p_limit integer)
returns table (user_id uuid, full_name text, email text, phone text, address text, post_code text, city text,
               has_account boolean, is_email_verified boolean, last_order_at timestamptz)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  v_terms record;
  v_order_ids uuid[];
begin
  if not public.is_manager() or char_length(btrim(coalesce(p_search, ''))) < 2 then
    return;
  end if;
  select t.patterns || coalesce(t.word_patterns[3:], '{}') as patterns, t.index_patterns || coalesce(t.word_index_patterns[3:], '{}') as index_patterns
      into v_terms from public.parse_order_search(p_search) t;
  v_order_ids := public.search_orders_by_patterns(v_terms.patterns, v_terms.index_patterns, null, null, null, 200);
  return query
    with found as (
      select p.user_id from public.user_profiles p
       -- Written out, because as an argument of order_matches_search() the expression would not use its
       -- index.
       where public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[1]
             and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) || '' like v_terms.patterns[1]
          or public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[2]
             and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) || '' like v_terms.patterns[2]
          or public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[3]
             and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) like v_terms.index_patterns[4]
             and public.profile_search_text(p.full_name, p.phone, p.post_code, p.email) || '' like all (v_terms.patterns[3:])
       limit 200
    ), ordered as (
      select o.user_id from public.orders o where o.id = any (v_order_ids)
    )
    select c.user_id, coalesce(last.address ->> 'full_name', p.full_name)::text, p.email::text,
           coalesce(last.address ->> 'phone', p.phone), coalesce(last.address ->> 'address', p.address),
           coalesce(last.address ->> 'post_code', p.post_code), coalesce(last.address ->> 'city', p.city),
           u.id is not null, coalesce(u.email_verified, false), last.created_at
      from (select f.user_id from found f union select o.user_id from ordered o) c
      join public.user_profiles p on p.user_id = c.user_id
      left join accounts."user" u on u.id = c.user_id
      left join lateral (
        select o.shipping_address::jsonb as address, o.created_at from public.orders o
         where o.user_id = c.user_id order by o.created_at desc, o.id limit 1
      ) last on true
     where not exists (select from accounts.administrator a where a.user_id = c.user_id)
     order by last.created_at desc nulls last, p.full_name, c.user_id
     limit p_limit;
end $$;

revoke execute on function public.find_phone_customers(text, integer) from public;
grant execute on function public.find_phone_customers(text, integer) to ninth_bend_admin;

-- The index of profiles calls them as the role that writes a profile. They read only their arguments.
revoke execute on function public.profile_search_text(text, text, text, text) from public;
grant execute on function public.profile_search_text(text, text, text, text), public.strip_apostrophes(text)
  to ninth_bend_customer, ninth_bend_admin, ninth_bend_accounts;
