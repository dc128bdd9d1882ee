-- Replaces each unknown word by one that is one edit away (two from eight letters on) and finds something;
-- null if one word has none.
create or replace function public.correct_words(p_words text[], p_unmatched integer[]) returns text[]
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_min_synonym_length constant integer := 6;
  -- Each word is compared with every word of the shop.
  v_max_slips constant integer := 3;
  v_words text[] := p_words;
  v_word text;
  v_max integer;
  v_beginning text;
  v_min_length integer;
  v_max_length integer;
  v_near record;
  v_found text;
begin
  -- A word for something else is not a typing error.
  if cardinality(p_unmatched) not between 1 and v_max_slips or 0 > any (p_unmatched) then
    return null;
  end if;
  for i in 1 .. cardinality(p_unmatched) loop
    v_word := p_words[p_unmatched[i]];
    -- A letter of an Indian script is a syllable, so changing one makes another word.
    if char_length(v_word) < (case when v_word ~ '^[a-z]+$' then 4 else 8 end) or v_word ~ '^[0-9]+$' then
      return null;
    end if;
    v_max := case when char_length(v_word) >= 8 then 2 else 1 end;
    -- Compared with every word of the shop, so it must be cheap. Only long words may differ in the first
    -- letter.
    v_beginning := case when v_max = 2 then '' else left(v_word, 1) end;
    v_min_length := char_length(v_word) - v_max;
    v_max_length := char_length(v_word) + v_max;
    v_found := null;
    -- The nearest first, because searching for a word takes longer than all comparisons of letters.
    for v_near in
      select near.word, near.is_name
        from (select c.word, c.is_name, levenshtein_less_equal(v_word, c.word, 2) = 1 and char_length(c.word) = char_length(v_word) as has_another_letter,
                     case when is_one_edit_apart(v_word, c.word) then 1 else levenshtein_less_equal(v_word, c.word, v_max) end as edits
                from (select p.word, true as is_name from product_words p
                       where p.word ^@ v_beginning and char_length(p.word) between v_min_length and v_max_length
                      union all
                      select g.word, false from search_group_words g
                       where g.word ^@ v_beginning and char_length(g.word) between v_min_length and v_max_length and cardinality(g.stems) = 1) c
               where levenshtein_less_equal(v_word, c.word, 2) <= 2) near
       where near.edits <= v_max
         -- Short words of many languages are too similar: a letter may be missing, doubled or misplaced, but
         -- not replaced.
         and (near.is_name or char_length(v_word) >= v_min_synonym_length or not near.has_another_letter)
       order by near.edits, left(near.word, 1) <> left(v_word, 1), near.has_another_letter and char_length(v_word) < v_min_synonym_length,
             not near.is_name, not exists (select from search_groups g where g.name = near.word), similarity(near.word, v_word) desc, near.word
    loop
      if exists (select from product_listing l where l.search_vector @@ any_of(
           case when v_near.is_name then array[phrase_query(array[search_stem(v_near.word)], '')] else '{}' end
           || array(select phrase_query(s.stems, '') from search_synonyms(groups_called(search_stem(v_near.word))) s)
           || case when cardinality(p_words) = 1 then dish_uses(groups_called(search_stem(v_near.word))) end)) then
        v_found := v_near.word;
        exit;
      end if;
    end loop;
    if v_found is null then
      return null;
    end if;
    v_words[p_unmatched[i]] := v_found;
  end loop;
  return v_words;
end $$;

-- A name of several words that is one edit away (two from twelve letters on) and finds something: 'karimeen
-- polichathu'.
create or replace function public.correct_name(p_words text[]) returns text[]
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_text constant text := array_to_string(p_words, ' ');
  v_max constant integer := case when char_length(v_text) >= 12 then 2 else 1 end;
  v_name text;
begin
  -- A name of something else is not a typing error.
  if cardinality(p_words) < 2 or char_length(v_text) not between 7 and 60 or cardinality(groups_called((read_search_name(v_text)).compact)) > 0 then
    return null;
  end if;
  for v_name in
    select g.word from search_group_words g
     where g.word collate "C" >= left(v_text, 1) and g.word collate "C" < left(v_text, 1) || U&'\+10FFFF' and g.word like '% %'
       and char_length(g.word) between char_length(v_text) - v_max and char_length(v_text) + v_max and levenshtein_less_equal(v_text, g.word, v_max) <= v_max
       -- A common word is not corrected either.
       and not exists (select from unnest(p_words) w (word) join common_words c using (word) where w.word <> all (string_to_array(g.word, ' ')))
     group by g.word order by levenshtein(v_text, g.word), g.word limit 5
  loop
    if finds_products(plan_search(search_words(v_name))) then
      return search_words(v_name);
    end if;
  end loop;
  return null;
end $$;

create or replace function public.correct_search(p_words text[], p_unmatched integer[]) returns text[] language sql stable set search_path = public, pg_temp as $$
  select coalesce(correct_words(p_words, p_unmatched), correct_name(p_words))
$$;

-- Replaces each common misspelling of a word of the shop ('cardamon' by 'cardamom'), or returns null.
create or replace function public.respell_search(p_words text[]) returns text[] language sql stable set search_path = public, pg_temp as $$
  select case when bool_or(r.word is not null) then array_agg(coalesce(r.word, w.word) order by w.index) end
    from unnest(p_words) with ordinality w (word, index)
    left join lateral (
      select p.word from search_group_words typed join search_group_words g on g.group_id = typed.group_id join product_words p on p.word = g.word
       where w.word ~ '^[a-z]{4,}$' and typed.word = w.word and left(p.word, 1) = left(w.word, 1)
         and (is_one_edit_apart(w.word, p.word) or (char_length(w.word) >= 8 and levenshtein_less_equal(w.word, p.word, 2) <= 2))
         and not exists (select from product_words own where own.stem = search_stem(w.word))
       order by levenshtein(w.word, p.word), p.word limit 1) r on true
$$;

revoke execute on function public.respell_search(text[]), public.correct_words(text[], integer[]), public.correct_name(text[]), public.correct_search(text[], integer[]) from public;
