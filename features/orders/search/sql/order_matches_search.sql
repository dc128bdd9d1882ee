-- The searched text of an order (orders.search_text); its fifth line is the email.
create or replace function public.readable_search_text(p_search_text text, p_with_email boolean)
returns text language sql immutable parallel safe
return case when p_with_email then p_search_text || '' else regexp_replace(p_search_text, '^((\n[^\n]*){4}\n)[^\n]*', '\1') end;

-- Whether an order matches a search from parse_order_search(). One SQL expression without settings, so that
-- the planner inlines it and uses the trigram index. Packers cannot search by email.
drop function if exists public.order_matches_search(text, uuid, text[], text, uuid, uuid);
drop function if exists public.order_matches_search(text, uuid, text[], text[], uuid, uuid);
create or replace function public.order_matches_search(
  p_search_text text, p_with_email boolean, p_id uuid, p_patterns text[], p_index_patterns text[], p_first_id uuid, p_last_id uuid)
returns boolean language sql immutable parallel safe
return (p_search_text like p_index_patterns[1] and readable_search_text(p_search_text, p_with_email) like p_patterns[1])
  or (p_search_text like p_index_patterns[2] and readable_search_text(p_search_text, p_with_email) like p_patterns[2])
  or (p_search_text like p_index_patterns[3] and p_search_text like p_index_patterns[4]
      and readable_search_text(p_search_text, p_with_email) like all (p_patterns[3:]))
  or p_id between p_first_id and p_last_id;

revoke execute on function public.readable_search_text(text, boolean),
  public.order_matches_search(text, boolean, uuid, text[], text[], uuid, uuid) from public;
