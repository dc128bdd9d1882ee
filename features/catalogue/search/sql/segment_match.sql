-- What a segment matches: its words, the names of their meaning and, for a single word, what it may start or
-- be part of. p_may_be_part: whether an unknown word may be inside other words.
create or replace function public.match_segment(p_segment search_segment, p_may_be_part boolean) returns segment_match
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_length constant integer := cardinality(p_segment.stems);
  v_is_group constant boolean := cardinality(p_segment.groups) > 0;
  v_word constant text := p_segment.words[1];
  v_match segment_match := match_own_words(p_segment);
  v_every_word tsquery;
  v_stem text;
begin
  if v_is_group then
    select s.named, s.narrower, any_of(array[v_match.anywhere, s.anywhere])
      into v_match.named, v_match.narrower, v_match.anywhere from group_names(p_segment.groups) s;
    if not p_segment.is_begun or not finds_any(v_match.anywhere) then
      v_match.uses := dish_uses(p_segment.groups);
    end if;
    if v_length > 1 and not p_segment.is_begun then
      -- A name that has all words, each by any of its names.
      foreach v_stem in array p_segment.stems loop
        v_every_word := case when v_every_word is null then word_names(v_stem) else v_every_word && word_names(v_stem) end;
      end loop;
      v_match.anywhere := any_of(array[v_match.anywhere, v_every_word]);
      v_match.named := any_of(array[v_match.named, v_every_word]);
    end if;
  end if;
  v_match.is_word := v_is_group or exists (select from common_words c where c.word = v_word);
  if v_length > 1 then
    return v_match;
  end if;

  -- A name with a hyphen, written without: 'handrolled'.
  if v_match.anywhere is null and not v_match.is_word and char_length(v_word) >= 6 then
    select phrase_query(s.stems, ':A'), phrase_query(s.stems, '') into v_match.literal, v_match.anywhere
      from generate_series(3, char_length(v_word) - 3) i,
           lateral (select array[search_stem(left(v_word, i)), search_stem(substr(v_word, i + 1))] as stems) s
     where exists (select from product_words p where p.word = left(v_word, i))
       and exists (select from product_words p where p.word = substr(v_word, i + 1))
       and finds_any(phrase_query(s.stems, ''))
     limit 1;
  end if;
  -- The last word may be half typed; another unknown word may be the start of a word too.
  if (char_length(v_word) >= 2 or not p_segment.is_first)
     -- The name of something not for sale is complete ('kozhi'), but one of three letters starts too many
     -- words.
     and ((p_segment.is_last and (v_match.anywhere is not null or not v_is_group or char_length(v_word) <= 3))
          or (v_match.anywhere is null and not v_match.is_word and char_length(v_word) >= 3)) then
    v_match := match_beginning(p_segment, v_match, p_may_be_part);
  end if;
  return v_match;
end $$;

-- The words of a segment, also written as one.
create or replace function public.match_own_words(p_segment search_segment) returns segment_match
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_match segment_match;
begin
  -- 'free' alone means nothing.
  if p_segment.is_free_claim and cardinality(p_segment.stems) = 1 then
    return v_match;
  end if;
  if not exists (select from unnest(p_segment.stems) s (stem) where not exists (select from product_words p where p.stem = s.stem)) then
    v_match.literal := phrase_query(p_segment.stems, ':A');
    v_match.anywhere := phrase_query(p_segment.stems, case when p_segment.is_free_claim then ':AD' else '' end);
  end if;
  if cardinality(p_segment.stems) > 1 and not p_segment.is_free_claim
     and exists (select from product_words p where p.stem = p_segment.compact) then
    v_match.literal := any_of(array[v_match.literal, phrase_query(array[p_segment.compact], ':A')]);
    v_match.anywhere := any_of(array[v_match.anywhere, phrase_query(array[p_segment.compact], '')]);
  end if;
  return v_match;
end $$;

-- Adds products with a word that starts like this; for an unknown word also names that start so, and words
-- that contain it.
create or replace function public.match_beginning(p_segment search_segment, p_match segment_match, p_may_be_part boolean) returns segment_match
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_max constant integer := 30;
  v_word constant text := p_segment.words[1];
  v_is_unknown constant boolean := p_match.anywhere is null and not p_match.is_word;
  v_groups integer[];
  v_begun text[] := array(
    select p.stem from product_words p where p.word like v_word || '%' and p.word not in (v_word, 'free')
     group by p.stem order by min(char_length(p.word)), p.stem limit v_max);
begin
  if v_is_unknown and cardinality(v_begun) = 0 and p_segment.is_last and (char_length(v_word) >= 3 or v_word ~ '^[^ -~]{2}') then
    v_groups := groups_begun(v_word);
    select s.named, s.narrower, s.anywhere into p_match.named, p_match.narrower, p_match.anywhere from group_names(v_groups) s;
    if not finds_any(p_match.anywhere) then
      p_match.uses := dish_uses(v_groups);
    end if;
  end if;
  if v_is_unknown and cardinality(v_begun) = 0 and p_match.anywhere is null and p_may_be_part
     and coalesce(cardinality(p_match.uses), 0) = 0 and char_length(v_word) >= 4 then
    v_begun := array(select distinct p.stem from product_words p where p.word like '%' || v_word || '%' and p.word <> 'free' limit v_max);
  end if;
  if cardinality(v_begun) > 0 then
    p_match.is_only_begun := p_match.anywhere is null and p_match.is_word;
    p_match.named := any_of(array[p_match.named] || array(select phrase_query(array[b.stem], ':A') from unnest(v_begun) b (stem)));
    p_match.anywhere := any_of(array[p_match.anywhere] || array(select phrase_query(array[b.stem], '') from unnest(v_begun) b (stem)));
  end if;
  return p_match;
end $$;

revoke execute on function public.match_segment(search_segment, boolean), public.match_own_words(search_segment),
  public.match_beginning(search_segment, segment_match, boolean) from public;
