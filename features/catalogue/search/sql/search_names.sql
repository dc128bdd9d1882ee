-- What words name: groups of the thesaurus, dishes, and things for sale.
create or replace function public.groups_called(p_compact text) returns integer[] language sql stable set search_path = public, pg_temp as $$
  select array(select distinct g.group_id from search_group_words g where g.compact = p_compact)
$$;

-- Names that the shop's words can spell, as stems: kind 1 for the groups, 2 for narrower ones and, if p_with_uses, 3 and more for what a
-- dish needs, in order. Names that contain another are omitted: 'green tea' beside 'tea'.
create or replace function public.search_synonyms(p_group_ids integer[], p_with_uses boolean default false) returns table (kind integer, stems text[])
language sql stable set search_path = public, pg_temp as $$
  with narrower as materialized (
      select n.narrower_id, 2 + coalesce(n.use_position, 0) as kind from search_group_narrower n
       where n.group_id = any (p_group_ids) and (p_with_uses or n.use_position is null)),
    names as materialized (
      select min(g.kind) as kind, w.stems
        from (select unnest(p_group_ids) as group_id, 1 as kind
              union all select n.narrower_id, n.kind from narrower n
              union all select k.narrower_id, n.kind from narrower n join search_group_narrower k on k.group_id = n.narrower_id
               where n.kind > 2 and k.use_position is null) g
        join search_group_words w on w.group_id = g.group_id group by w.stems),
    sold as materialized (
      select p.stem from product_words p where p.stem in (select unnest(n.stems) from names n) group by p.stem),
    spelled as materialized (
      select n.kind, n.stems, cardinality(n.stems) as length, ' ' || array_to_string(n.stems, ' ') || ' ' as phrase
        from names n where n.stems <@ array(select s.stem from sold s))
  select s.kind, s.stems from spelled s
   where not exists (select from spelled part where part.kind <= s.kind and part.length < s.length and strpos(s.phrase, part.phrase) > 0)
$$;

-- A word that names no food, of a kind such as 'praise' (platform/database/search-words/words-without-food.json).
create or replace function public.is_without_food(p_word text, p_kind text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (select from words_without_food w where w.kind = p_kind and w.word = p_word)
$$;

drop function if exists public.search_synonyms(text);
drop function if exists public.is_filler_word(text, boolean);
drop function if exists public.is_form_word(text);

-- Names for the meaning of a word, in the form in which product names contain them.
create or replace function public.word_names(p_stem text) returns tsquery language sql stable set search_path = public, pg_temp as $$
  select any_of(phrase_query(array[p_stem], ':A') || array(select phrase_query(s.stems, ':A') from search_synonyms(groups_called(p_stem)) s))
$$;

-- The names of groups, those of narrower groups, and anything that has one of them.
create or replace function public.group_names(p_group_ids integer[], out named tsquery, out narrower tsquery, out anywhere tsquery)
language sql stable set search_path = public, pg_temp as $$
  select any_of(array_agg(phrase_query(s.stems, ':A')) filter (where s.kind = 1)),
         any_of(array_agg(phrase_query(s.stems, ':A')) filter (where s.kind = 2)),
         any_of(array_agg(phrase_query(s.stems, '')))
    from search_synonyms(p_group_ids) s
$$;

create or replace function public.finds_any(p_names tsquery) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from product_listing l where l.search_vector @@ p_names)
$$;

-- Names of what dishes need, by position.
create or replace function public.dish_uses(p_group_ids integer[]) returns tsquery[] language sql stable set search_path = public, pg_temp as $$
  select array(select any_of(array_agg(phrase_query(s.stems, ':A'))) from search_synonyms(p_group_ids, true) s where s.kind > 2 group by s.kind order by s.kind)
$$;

-- Groups with a name that starts like this, the shortest names first; none if nothing for sale has such a
-- name or belongs to such a dish.
create or replace function public.groups_begun(p_text text) returns integer[] language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_max constant integer := 20;
  v_groups constant integer[] := array(
    select g.group_id from search_group_words g where g.word collate "C" >= p_text and g.word collate "C" < p_text || U&'\+10FFFF'
     group by g.group_id order by min(char_length(g.word)), g.group_id limit v_max);
begin
  return case when finds_any(any_of(dish_uses(v_groups) || array(select phrase_query(s.stems, '') from search_synonyms(v_groups) s))) then v_groups else '{}' end;
end $$;

-- Whether the words are the name of a dish.
create or replace function public.is_dish(p_words text[]) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from search_group_words g join search_group_narrower n on n.group_id = g.group_id and n.use_position is not null
                  where g.compact = array_to_string(array(select search_stem(w.word) from unnest(p_words) with ordinality w (word, index) order by w.index), ''))
$$;

revoke execute on function public.groups_called(text), public.search_synonyms(integer[], boolean), public.is_without_food(text, text), public.word_names(text),
  public.finds_any(tsquery), public.group_names(integer[]), public.dish_uses(integer[]), public.groups_begun(text), public.is_dish(text[]) from public;
