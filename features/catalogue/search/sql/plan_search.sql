-- How a search is matched. Words are read in segments: a word, or several words for one thing. Each segment
-- has an element in literal, named, narrower and category.
create type public.search_plan as (
  -- Null if a word matches nothing in the shop.
  required tsquery,
  -- What name, brand, category or claims must match; null for a search of one segment.
  broad tsquery,
  -- The same, also for a search of one segment.
  named_anywhere tsquery,
  -- Matches name, brand, category or claims with every segment; null for one segment, and for 'snacks with
  -- cashew'.
  named_throughout tsquery,
  -- Any one segment, for similar products.
  partial tsquery,
  literal tsquery[],
  named tsquery[],
  narrower tsquery[],
  category tsquery[],
  -- For a dish: names of its ingredients and side dishes, the most important first.
  uses tsquery[],
  -- The last word is only the start of a word of the shop: 'gin'.
  is_only_begun boolean,
  -- Net weights only rank.
  amounts tsquery,
  -- Positions of words that match nothing, negative if they are words for something else.
  unmatched integer[]
);

create type public.search_segment as (
  words text[],
  stems text[],
  -- The stems joined to one word.
  compact text,
  -- Things with this name.
  groups integer[],
  is_first boolean,
  is_last boolean,
  -- A name of several words whose last one is half typed: 'kattan cha'.
  is_begun boolean,
  -- 'sugar free' is a claim of a label, not everything with sugar that is free from something.
  is_free_claim boolean
);

create type public.segment_match as (
  -- Null if the shop sells nothing for the segment.
  anywhere tsquery,
  literal tsquery,
  named tsquery,
  narrower tsquery,
  -- The same as in search_plan; null if the segment does not affect them.
  uses tsquery[],
  is_only_begun boolean,
  -- A word of the language or the thesaurus, so not a typing error.
  is_word boolean
);

-- Matches the last word as the start of a word too, because shoppers press Enter early. Its small queries
-- keep their plans, although its callers plan each search.
create or replace function public.plan_search(p_words text[]) returns search_plan
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_max_words constant integer := 12;
  -- Each is compared with all words of the shop.
  v_max_parts constant integer := 3;
  v_plan search_plan;
  v_words text[];
  v_positions integer[];
  v_stems text[];
  v_dish_words text[];
  v_is_half_typed boolean;
  v_is_with constant boolean := 'with' = any (p_words);
  v_index integer := 1;
  v_segment_count integer := 0;
  v_segment search_segment;
  v_match segment_match;
  v_names tsquery;
  v_broad tsquery[] := '{}';
  v_throughout tsquery[] := '{}';
begin
  v_plan.literal := '{}'; v_plan.named := '{}'; v_plan.narrower := '{}'; v_plan.category := '{}';
  v_plan.uses := '{}'; v_plan.unmatched := '{}'; v_plan.is_only_begun := false;
  v_plan.amounts := (select any_of(array_agg(phrase_query(array[w.word], ''))) from unnest(p_words) w (word) where w.word ~ '^[0-9]+(g|ml)$');
  select array_agg(w.word order by w.index), array_agg(w.index::integer order by w.index) into v_words, v_positions
    from unnest(p_words) with ordinality w (word, index)
   where w.word !~ '^[0-9]+(g|ml)$' and not is_ignored_search_word(w.word, w.index = 1)
     -- 'nagli no lot' is ragi flour in Gujarati; 'pickle no garlic' means without garlic.
     and not (w.word = 'no' and w.index > 1 and is_without_food(p_words[(w.index + 1)::integer], 'named-with-no'));
  if v_words is null then
    -- Only net weights, or only words such as 'the'.
    v_plan.required := coalesce(v_plan.amounts, phrase_query(nullif(p_words, '{}'), ''));
    v_plan.partial := v_plan.required;
    v_plan.named := case when v_plan.required is not null then array[v_plan.required] else '{}' end;
    v_plan.literal := v_plan.named; v_plan.narrower := v_plan.named; v_plan.category := v_plan.named;
    return v_plan;
  end if;
  -- 'Easy fish curry recipe', 'spices for biryani'.
  v_dish_words := array(
    select w.word from unnest(v_words) with ordinality w (word, index) where not is_without_food(w.word, 'cooking') order by w.index);
  if cardinality(v_dish_words) < cardinality(v_words) and is_dish(v_dish_words) and not is_dish(v_words) then
    v_words := v_dish_words;
  end if;
  v_words := v_words[1:v_max_words];
  v_stems := array(select search_stem(w.word) from unnest(v_words) with ordinality w (word, index) order by w.index);
  v_is_half_typed := cardinality(groups_called(v_stems[cardinality(v_stems)])) = 0
    and not exists (select from product_words p where p.word = v_words[cardinality(v_words)]);

  while v_index <= cardinality(v_words) loop
    v_segment := read_segment(v_words, v_stems, v_index, v_is_half_typed);
    v_match := match_segment(v_segment, cardinality(v_plan.unmatched) < v_max_parts);
    v_plan.uses := coalesce(v_match.uses, v_plan.uses);
    v_plan.is_only_begun := coalesce(v_match.is_only_begun, v_plan.is_only_begun);
    -- Containers before a name and praise are left out: 'jar of honey', 'best cardamom'. 'Tea bags' differ
    -- from tea.
    if v_match.anywhere is null and cardinality(v_segment.stems) = 1 and cardinality(v_segment.groups) = 0
       and (is_without_food(v_segment.words[1], 'praise')
            or (v_segment_count = 0 and cardinality(v_plan.unmatched) = 0 and is_without_food(v_segment.words[1], 'container'))) then
      v_index := v_index + 1;
      continue;
    end if;

    v_segment_count := v_segment_count + 1;
    if v_match.anywhere is null then
      v_plan.unmatched := v_plan.unmatched || case when v_match.is_word then -v_positions[v_index] else v_positions[v_index] end;
    else
      v_plan.required := case when v_segment_count = 1 then v_match.anywhere else v_plan.required && v_match.anywhere end;
      v_plan.partial := any_of(array[v_plan.partial, v_match.anywhere]);
    end if;
    v_plan.literal := v_plan.literal || coalesce(v_match.literal, ''::tsquery);
    v_plan.named := v_plan.named || coalesce(any_of(array[v_match.named, v_match.literal]), ''::tsquery);
    v_plan.narrower := v_plan.narrower || coalesce(v_match.narrower, ''::tsquery);
    v_names := coalesce(any_of(array[v_match.literal, v_match.named, v_match.narrower]), ''::tsquery);
    v_plan.category := v_plan.category || with_weights(v_names, 'B');
    v_broad := v_broad || with_weights(v_names, case when v_segment.is_last or v_is_with then 'ABD' else 'AD' end);
    if cardinality(v_segment.stems) > 1 or not is_without_food(v_segment.words[1], 'form') then
      v_throughout := v_throughout || v_names;
    end if;
    v_index := v_index + cardinality(v_segment.stems);
  end loop;

  if v_segment_count = 1 and cardinality(v_plan.uses) > 0 then
    v_plan.required := any_of(v_plan.required || v_plan.uses);
    v_plan.partial := v_plan.required;
    v_broad := v_broad || v_plan.uses;
    v_plan.unmatched := '{}';
  else
    v_plan.uses := '{}';
  end if;
  if v_segment_count = 0 then
    v_plan.unmatched := array[-1];
  elsif cardinality(v_plan.unmatched) > 0 then
    v_plan.required := null;
  else
    v_plan.named_anywhere := any_of(v_broad);
  end if;
  if v_segment_count > 1 and v_plan.required is not null then
    -- At least one word must be in name or claims, or the last one (any in 'snacks with cashew') in brand or category: sugar and coconut as
    -- ingredients do not make coconut sugar, nor flour in the category Coconut coconut flour.
    v_plan.broad := v_plan.named_anywhere;
  end if;
  if v_plan.required is not null and not v_is_with then
    -- 'Fresh ginger' is another name of ginger, but not of products that contain ginger.
    v_plan.named_throughout := named_throughout(case when v_segment_count > 1 then v_throughout else '{}' end
      || array(select phrase_query(array[w.word], ':A') from unnest(p_words) w (word) where is_without_food(w.word, 'state')));
  end if;
  return v_plan;
end $$;

-- Matches each of these names in name, brand, category or claims, or a category that has all of them ('tea
-- and coffee'); null for none.
create or replace function public.named_throughout(p_names tsquery[]) returns tsquery
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  -- Read once, because each call takes a millisecond.
  v_categories constant tsvector := (select weighted_stems(string_agg(c.name, ' '), 0, 'A', true) from categories c where cardinality(p_names) > 0);
begin
  return (
    select any_of(array[
        string_agg(format('(%s)', with_weights(n.names, case when is_also_category(n.names, v_categories) then 'AD' else 'ABD' end)), ' & ')::tsquery,
        string_agg(format('(%s)', with_weights(n.names, 'B')), ' & ')::tsquery])
      from unnest(p_names) n (names) where numnode(n.names) > 0);
end $$;

-- Whether a product and a category have one of these names: not everything in a category has its name
-- ('flour' of 'Rice & Flours').
create or replace function public.is_also_category(p_names tsquery, p_categories tsvector) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select p_categories @@ p_names and finds_any(p_names)
$$;

revoke execute on function public.plan_search(text[]), public.named_throughout(tsquery[]), public.is_also_category(tsquery, tsvector) from public;
