-- How a search is matched: per segment (a word, or words that name one thing) what it matches anywhere, in names, and literally.
drop type if exists public.search_plan cascade;
create type public.search_plan as (
  -- Null if a word matches nothing that the shop sells.
  required tsquery,
  -- What name, brand, category or claims must match; null for a search of one segment.
  broad tsquery,
  -- The same for a search of one segment as well.
  named_anywhere tsquery,
  -- What name, brand, category or claims match if they have each segment; null for a search of one segment, and for 'snacks with cashew'.
  named_throughout tsquery,
  -- Any one segment: for products that are close.
  partial tsquery,
  literal tsquery[],
  named tsquery[],
  narrower tsquery[],
  category tsquery[],
  -- If a dish is searched: names of what it is made of or served with, first the most important.
  uses tsquery[],
  -- The last word is none of the shop, only the beginning of one: 'gin'.
  is_only_begun boolean,
  -- Net weights only rank.
  amounts tsquery,
  -- Positions of words that match nothing, negative if they are words of something else.
  unmatched integer[]
);

-- A phrase of stems as a search expression, restricted to weights such as 'A'.
create or replace function public.phrase_query(p_stems text[], p_weights text) returns tsquery language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(s.stem) || p_weights, ' <-> ' order by s.index)::tsquery from unnest(p_stems) with ordinality s (stem, index)
$$;

-- Each alternative once, also of queries that are alternatives themselves.
create or replace function public.any_of(p_queries tsquery[]) returns tsquery language sql immutable set search_path = '' as $$
  select string_agg('(' || q.query || ')', ' | ')::tsquery
    from (select distinct a.query
            from unnest(p_queries) e (query), unnest(case when e.query::text like '%(%' then array[e.query::text] else string_to_array(e.query::text, ' | ') end) a (query)
           where numnode(e.query) > 0) q
$$;

-- The last word may be the beginning of one, as shoppers type it and press Enter. Its many small queries keep their plans, although the functions that call it plan for each search.
create function public.plan_search(p_words text[]) returns search_plan
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_max_words constant integer := 5;
  v_plan search_plan;
  v_words text[];
  v_positions integer[];
  v_stems text[];
  v_index integer := 1;
  v_length integer;
  v_compact text;
  v_joined text;
  v_segment_count integer := 0;
  v_own text[];
  v_is_group boolean;
  v_groups integer[];
  v_last text;
  v_is_half_typed boolean;
  v_is_word boolean;
  v_is_begun boolean;
  v_dish_words text[];
  v_is_free_claim boolean;
  v_anywhere tsquery;
  v_named tsquery;
  v_narrower tsquery;
  v_literal tsquery;
  v_every_word tsquery;
  v_word text;
  v_stem text;
  v_begun text[];
  v_names tsquery;
  v_broad tsquery[] := '{}';
  v_throughout tsquery[] := '{}';
  v_categories tsvector;
begin
  v_plan.literal := '{}'; v_plan.named := '{}'; v_plan.narrower := '{}'; v_plan.category := '{}'; v_plan.unmatched := '{}'; v_plan.uses := '{}'; v_plan.is_only_begun := false;
  select array_agg(w.word order by w.index), array_agg(w.index::integer order by w.index) into v_words, v_positions
    from unnest(p_words) with ordinality w (word, index)
   where w.word !~ '^[0-9]+(g|ml)$' and not is_ignored_search_word(w.word, w.index = 1)
     -- 'nagli no lot' is ragi flour in Gujarati; 'pickle no garlic' asks for freedom from it.
     and not (w.word = 'no' and w.index > 1 and coalesce(p_words[(w.index + 1)::integer] in ('lot', 'loat', 'masalo', 'bhuko', 'chevdo', 'murabbo', 'chundo', 'chhundo', 'ras'), false));
  v_plan.amounts := (select any_of(array_agg(phrase_query(array[w.word], ''))) from unnest(p_words) w (word) where w.word ~ '^[0-9]+(g|ml)$');
  if v_words is null then
    -- Only net weights, or only words like 'the'.
    v_plan.required := coalesce(v_plan.amounts, phrase_query(nullif(p_words, '{}'), ''));
    v_plan.partial := v_plan.required;
    v_plan.named := case when v_plan.required is not null then array[v_plan.required] else '{}' end;
    v_plan.literal := v_plan.named; v_plan.narrower := v_plan.named; v_plan.category := v_plan.named;
    return v_plan;
  end if;
  -- 'Easy fish curry recipe', 'spices for biryani'.
  v_dish_words := array(select w.word from unnest(v_words) with ordinality w (word, index) where not is_without_food(w.word, 'cooking') order by w.index);
  if cardinality(v_dish_words) < cardinality(v_words) and is_dish(v_dish_words) and not is_dish(v_words) then
    v_words := v_dish_words;
  end if;
  v_words := v_words[1:12];
  v_stems := array(select search_stem(w.word) from unnest(v_words) with ordinality w (word, index) order by w.index);
  v_last := v_words[cardinality(v_words)];
  v_is_half_typed := not exists (select from product_words p where p.word = v_last) and cardinality(groups_called(v_stems[cardinality(v_stems)])) = 0;

  while v_index <= cardinality(v_words) loop
    v_length := least(v_max_words, cardinality(v_words) - v_index + 1);
    v_is_begun := false;
    loop
      v_compact := array_to_string(v_stems[v_index : v_index + v_length - 1], '');
      v_groups := groups_called(v_compact);
      -- A dish of several words is one only if nothing else is searched: 'chicken curry powder' is no chicken curry.
      if v_length between 2 and cardinality(v_words) - 1 then
        v_groups := array(select g.id from unnest(v_groups) g (id) where not exists (select from search_group_narrower n where n.group_id = g.id and n.use_position is not null));
      end if;
      -- A name of several words that is half typed: 'kattan cha'.
      if cardinality(v_groups) = 0 and v_is_half_typed and v_length > 1 and v_index + v_length - 1 = cardinality(v_words) then
        v_groups := groups_begun(array_to_string(v_words[v_index : cardinality(v_words)], ' '));
        v_is_begun := cardinality(v_groups) > 0;
      end if;
      v_is_group := cardinality(v_groups) > 0;
      exit when v_length = 1 or v_is_group or exists (select from product_words p where p.stem = v_compact);
      v_length := v_length - 1;
    end loop;
    -- A name written as one word, which has another stem: 'mustardseed'.
    if v_length = 1 and not v_is_group and not exists (select from product_words p where p.stem = v_compact) then
      select g.compact, true into v_joined, v_is_group from search_group_words g where g.compact in (v_words[v_index], regexp_replace(v_words[v_index], 's$', '')) limit 1;
      v_compact := coalesce(v_joined, v_compact); v_is_group := coalesce(v_is_group, false);
      v_groups := groups_called(v_compact);
    end if;
    -- A claim: 'sugar free' is what a label calls so, not whatever has sugar and is free from something.
    v_is_free_claim := v_length = 1 and (v_stems[v_index] = 'free' or coalesce(v_stems[v_index + 1] = 'free', false));
    if v_is_free_claim and v_stems[v_index] <> 'free' then
      v_length := 2;
      v_compact := v_compact || 'free';
    end if;
    v_is_group := v_is_group and not v_is_free_claim;
    v_own := v_stems[v_index : v_index + v_length - 1];
    v_literal := null; v_named := null; v_narrower := null; v_anywhere := null; v_every_word := null;

    -- Its own words, also written as one.
    if not exists (select from unnest(v_own) s (stem) where not exists (select from product_words p where p.stem = s.stem)) then
      v_literal := phrase_query(v_own, ':A'); v_anywhere := phrase_query(v_own, case when v_is_free_claim then ':AD' else '' end);
    end if;
    if v_is_free_claim and v_length = 1 then
      v_literal := null; v_anywhere := null;
    end if;
    if v_length > 1 and not v_is_free_claim and exists (select from product_words p where p.stem = v_compact) then
      v_literal := any_of(array[v_literal, phrase_query(array[v_compact], ':A')]); v_anywhere := any_of(array[v_anywhere, phrase_query(array[v_compact], '')]);
    end if;
    if v_is_group then
      select any_of(array_agg(phrase_query(s.stems, ':A')) filter (where s.kind = 1)), any_of(array_agg(phrase_query(s.stems, ':A')) filter (where s.kind = 2)),
             any_of(array[v_anywhere, any_of(array_agg(phrase_query(s.stems, '')))])
        into v_named, v_narrower, v_anywhere from search_synonyms(v_groups) s;
      if not v_is_begun or not finds_any(v_anywhere) then
        v_plan.uses := dish_uses(v_groups);
      end if;
      if v_length > 1 and not v_is_begun then
        -- A name that has all its words, each by any of its names.
        for v_stem in select unnest(v_own) loop
          v_names := word_names(v_stem);
          v_every_word := case when v_every_word is null then v_names else v_every_word && v_names end;
        end loop;
        v_anywhere := any_of(array[v_anywhere, v_every_word]);
        v_named := any_of(array[v_named, v_every_word]);
      end if;
    end if;

    v_word := v_words[v_index];
    -- A name with a hyphen, written without: 'handrolled'.
    if v_length = 1 and not v_is_group and v_anywhere is null and char_length(v_word) >= 6 and not exists (select from common_words c where c.word = v_word) then
      select phrase_query(s.stems, ':A'), phrase_query(s.stems, '') into v_literal, v_anywhere
        from generate_series(3, char_length(v_word) - 3) i, lateral (select array[search_stem(left(v_word, i)), search_stem(substr(v_word, i + 1))] as stems) s
       where exists (select from product_words p where p.word = left(v_word, i)) and exists (select from product_words p where p.word = substr(v_word, i + 1))
         and exists (select from product_listing l where l.search_vector @@ phrase_query(s.stems, ''))
       limit 1;
    end if;
    -- The last word may be half typed. Another one that is not known may be the beginning of a word as well.
    v_is_word := v_is_group or exists (select from common_words c where c.word = v_word);
    if v_length = 1 and (char_length(v_word) >= 2 or v_index > 1)
       -- The name of something that is not sold is complete ('kozhi'), but one of three letters begins too many words.
       and ((v_index = cardinality(v_words) and (v_anywhere is not null or not v_is_group or char_length(v_word) <= 3)) or (v_anywhere is null and not v_is_word and char_length(v_word) >= 3)) then
      v_begun := array(select p.stem from product_words p where p.word like v_word || '%' and p.word not in (v_word, 'free')
                        group by p.stem order by min(char_length(p.word)), p.stem limit 30);
      if v_anywhere is null and not v_is_word then
        -- A name in use that is half typed.
        if cardinality(v_begun) = 0 and v_index = cardinality(v_words) and (char_length(v_word) >= 3 or v_word ~ '^[^ -~]{2}') then
          v_groups := groups_begun(v_word);
          select any_of(array_agg(phrase_query(s.stems, ':A')) filter (where s.kind = 1)), any_of(array_agg(phrase_query(s.stems, ':A')) filter (where s.kind = 2)),
                 any_of(array_agg(phrase_query(s.stems, '')))
            into v_named, v_narrower, v_anywhere from search_synonyms(v_groups) s;
          if not finds_any(v_anywhere) then
            v_plan.uses := dish_uses(v_groups);
          end if;
        end if;
        if cardinality(v_begun) = 0 and v_anywhere is null and cardinality(v_plan.uses) = 0 and char_length(v_word) >= 4 and cardinality(v_plan.unmatched) < 3 then
          v_begun := array(select distinct p.stem from product_words p where p.word like '%' || v_word || '%' and p.word <> 'free' limit 30);
        end if;
      end if;
      if cardinality(v_begun) > 0 then
        v_plan.is_only_begun := v_anywhere is null and v_is_word;
        v_named := any_of(array[v_named] || array(select phrase_query(array[b.stem], ':A') from unnest(v_begun) b (stem)));
        v_anywhere := any_of(array[v_anywhere] || array(select phrase_query(array[b.stem], '') from unnest(v_begun) b (stem)));
      end if;
    end if;

    -- A container before the name, and praise: 'jar of honey', 'best cardamom'. 'Tea bags' are something else than tea.
    if v_anywhere is null and v_length = 1 and not v_is_group and (is_without_food(v_word, 'praise')
         or (v_segment_count = 0 and cardinality(v_plan.unmatched) = 0 and is_without_food(v_word, 'container'))) then
      v_index := v_index + 1;
      continue;
    end if;

    v_segment_count := v_segment_count + 1;
    if v_anywhere is null then
      v_plan.unmatched := v_plan.unmatched || case when v_is_word then -v_positions[v_index] else v_positions[v_index] end;
    else
      v_plan.required := case when v_segment_count = 1 then v_anywhere else v_plan.required && v_anywhere end;
      v_plan.partial := any_of(array[v_plan.partial, v_anywhere]);
    end if;
    v_plan.literal := v_plan.literal || coalesce(v_literal, ''::tsquery);
    v_plan.named := v_plan.named || coalesce(any_of(array[v_named, v_literal]), ''::tsquery);
    v_plan.narrower := v_plan.narrower || coalesce(v_narrower, ''::tsquery);
    v_names := coalesce(any_of(array[v_literal, v_named, v_narrower]), ''::tsquery);
    v_broad := v_broad || replace(v_names::text, ':A', case when v_index + v_length > cardinality(v_words) or 'with' = any (p_words) then ':ABD' else ':AD' end)::tsquery;
    v_plan.category := v_plan.category || replace(v_names::text, ':A', ':B')::tsquery;
    if v_length > 1 or not is_without_food(v_word, 'form') then
      v_throughout := v_throughout || v_names;
    end if;
    v_index := v_index + v_length;
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
    -- At least one of several words must be in the name or claims, or the last one ('snacks with cashew': any) in brand or category:
    -- sugar and coconut among the ingredients are no coconut sugar, and an ingredient flour in the category Coconut is no coconut flour.
    v_plan.broad := any_of(v_broad);
  end if;
  if v_plan.required is not null and not 'with' = any (p_words) then
    -- 'Fresh ginger' is another name of ginger, but not of what has ginger in it.
    v_throughout := case when v_segment_count > 1 then v_throughout else '{}' end || array(select phrase_query(array[w.word], ':A') from unnest(p_words) w (word) where w.word in ('fresh', 'frozen'));
    -- Read at once, because each call takes a millisecond.
    v_categories := (select weighted_stems(string_agg(c.name, ' '), 0, 'A', true) from categories c where cardinality(v_throughout) > 0);
    -- Or a category has all of them: 'tea and coffee'.
    select any_of(array[string_agg('(' || replace(n.names::text, ':A', case when is_also_category(n.names, v_categories) then ':AD' else ':ABD' end) || ')', ' & ')::tsquery,
                        string_agg('(' || replace(n.names::text, ':A', ':B') || ')', ' & ')::tsquery])
      into v_plan.named_throughout from unnest(v_throughout) n (names) where numnode(n.names) > 0;
  end if;
  return v_plan;
end $$;

-- Whether a product and a category have one of these names: not all that is in the category is one ('flour' of 'Rice & Flours').
create or replace function public.is_also_category(p_names tsquery, p_categories tsvector) returns boolean language sql stable set search_path = public, pg_temp as $$
  select p_categories @@ p_names and exists (select from product_listing l where l.search_vector @@ p_names)
$$;

create or replace function public.finds_products(p_plan search_plan) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from product_listing l where l.search_vector @@ p_plan.required and (p_plan.broad is null or l.name_vector @@ p_plan.broad))
$$;

-- How well a product l fits the plan in parameter p_parameter, as an expression: its name by the words typed, by other names of the
-- same thing, by narrower things, its category, its ingredients.
create or replace function public.search_score_expression(p_plan search_plan, p_is_ranked boolean, p_parameter integer default 9) returns text language sql immutable set search_path = '' as $$
  select case when not p_is_ranked or cardinality(p_plan.named) is null then '0 + 0' else concat_ws(' + ', '0 + 0',
    case when p_plan.amounts is not null then format('case when l.name_vector @@ ($%s).amounts then 5 else 0 end', p_parameter) end,
    (select 'case ' || string_agg(format('when l.name_vector @@ ($%s).uses[%s] then %s', p_parameter, i, greatest(11 - i, 1)), ' ' order by i) || ' else 0 end' from generate_series(1, cardinality(p_plan.uses)) i),
    (select string_agg(format('case when l.name_vector @@ ($%1$s).literal[%2$s] then 24 when l.name_vector @@ ($%1$s).named[%2$s] then 20 when l.name_vector @@ ($%1$s).narrower[%2$s] then 12 else 0 end
        + case when l.name_vector @@ ($%1$s).category[%2$s] then 6 else 0 end', p_parameter, i), ' + ') from generate_series(1, cardinality(p_plan.named)) i)) end
$$;

revoke execute on function public.phrase_query(text[], text), public.finds_products(search_plan), public.any_of(tsquery[]), public.plan_search(text[]),
  public.search_score_expression(search_plan, boolean, integer), public.is_also_category(tsquery, tsvector) from public;
