-- Whether an order matches a search from parse_order_search(). One SQL expression without settings, so that the planner
-- inlines it and uses the trigram index.
drop function if exists public.order_matches_search(text, uuid, text[], text, uuid, uuid);
create or replace function public.order_matches_search(
  p_search_text text, p_id uuid, p_patterns text[], p_index_patterns text[], p_first_id uuid, p_last_id uuid)
returns boolean language sql immutable parallel safe
return (p_search_text like p_index_patterns[1] and p_search_text || '' like p_patterns[1])
  or (p_search_text like p_index_patterns[2] and p_search_text || '' like p_patterns[2])
  or (p_search_text like p_index_patterns[3] and p_search_text like p_index_patterns[4] and p_search_text || '' like all (p_patterns[3:]))
  or p_id between p_first_id and p_last_id;

revoke execute on function public.order_matches_search(text, uuid, text[], text[], uuid, uuid) from public;
