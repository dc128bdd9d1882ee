-- The data of /admin/search: a page of searches without a result, the owner's groups, and the groups that
-- contain a word.
create or replace function public.find_search_words(p_look_up text, p_page integer, p_page_size integer)
returns table (misses json, total integer, page integer, groups json, found_groups json, is_more_found boolean, limits json)
language plpgsql stable security definer set search_path = public, pg_temp set jit = off as $$
declare
  v_max_found constant integer := 50;
  v_limits constant record := search_word_limits();
  v_name constant record := read_search_name(coalesce(left(p_look_up, 200), ''));
  v_stems constant text[] := v_name.stems;
begin
  if not is_manager() then
    return;
  end if;
  limits := row_to_json(v_limits);

  select count(distinct m.search) into total from search_misses m where m.day > current_date - v_limits.kept_days;
  page := case when (p_page - 1)::bigint * p_page_size < total then p_page else 1 end;
  -- Planning a search takes milliseconds, so only words that the owner has added are searched again.
  select coalesce(json_agg(json_build_object('search', e.search, 'count', e.count, 'is_found', case when exists (
             select from search_group_words w join search_groups g on g.id = w.group_id
              where g.is_own and w.compact = (read_search_name(e.search)).compact) then finds_products(plan_search(search_words(e.search))) else false end)
           order by e.count desc, e.search collate "C"), '[]') into misses
    from (select m.search, sum(m.count)::integer as count from search_misses m where m.day > current_date - v_limits.kept_days
           group by m.search order by 2 desc, m.search collate "C" limit p_page_size offset (page - 1)::bigint * p_page_size) e;

  select coalesce(json_agg(json_build_object('id', g.id, 'version', g.version, 'words', search_group_text(g.id), 'updated_at', g.updated_at)
           order by g.name collate "C"), '[]') into groups
    from search_groups g where g.is_own;

  select coalesce(json_agg(json_build_object('id', f.id, 'is_own', f.is_own, 'words', search_group_text(f.id),
             'narrower', array(select s.name from search_group_narrower n join search_groups s on s.id = n.narrower_id where n.group_id = f.id order by s.name collate "C"))
           order by f.rank) filter (where f.rank <= v_max_found), '[]'), count(*) > v_max_found into found_groups, is_more_found
    from (select g.id, g.is_own, row_number() over (order by not bool_or(w.compact = v_name.compact), not g.is_own, g.name collate "C", g.id) as rank
            from search_groups g join search_group_words w on w.group_id = g.id
           where cardinality(v_stems) > 0 and (w.compact = v_name.compact or w.stems @> v_stems)
           group by g.id) f;
  return next;
end $$;

revoke execute on function public.find_search_words(text, integer, integer) from public;
grant execute on function public.find_search_words(text, integer, integer) to ninth_bend_admin;
