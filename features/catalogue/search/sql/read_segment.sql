-- The longest name that begins at a word of a search; otherwise the word itself.
create or replace function public.read_segment(p_words text[], p_stems text[], p_index integer, p_is_half_typed boolean) returns search_segment
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = auto as $$
declare
  v_max_words constant integer := 5;
  v_count constant integer := cardinality(p_words);
  v_length integer := least(v_max_words, v_count - p_index + 1);
  v_segment search_segment;
begin
  v_segment.is_begun := false;
  loop
    v_segment.compact := array_to_string(p_stems[p_index : p_index + v_length - 1], '');
    v_segment.groups := groups_called(v_segment.compact);
    -- A dish of several words counts only if nothing else is searched: 'chicken curry powder' is not a
    -- chicken curry.
    if v_length between 2 and v_count - 1 then
      v_segment.groups := array(
        select g.id from unnest(v_segment.groups) g (id)
         where not exists (select from search_group_narrower n where n.group_id = g.id and n.use_position is not null));
    end if;
    if cardinality(v_segment.groups) = 0 and p_is_half_typed and v_length > 1 and p_index + v_length - 1 = v_count then
      v_segment.groups := groups_begun(array_to_string(p_words[p_index : v_count], ' '));
      v_segment.is_begun := cardinality(v_segment.groups) > 0;
    end if;
    exit when v_length = 1 or cardinality(v_segment.groups) > 0 or exists (select from product_words p where p.stem = v_segment.compact);
    v_length := v_length - 1;
  end loop;

  -- A name written as one word, which has another stem: 'mustardseed'.
  if v_length = 1 and cardinality(v_segment.groups) = 0 and not exists (select from product_words p where p.stem = v_segment.compact) then
    v_segment.compact := coalesce((
      select g.compact from search_group_words g
       where g.compact in (p_words[p_index], regexp_replace(p_words[p_index], 's$', '')) limit 1), v_segment.compact);
    v_segment.groups := groups_called(v_segment.compact);
  end if;
  v_segment.is_free_claim := v_length = 1 and (p_stems[p_index] = 'free' or coalesce(p_stems[p_index + 1] = 'free', false));
  if v_segment.is_free_claim then
    v_segment.groups := '{}';
    if p_stems[p_index] <> 'free' then
      v_length := 2;
      v_segment.compact := v_segment.compact || 'free';
    end if;
  end if;
  v_segment.words := p_words[p_index : p_index + v_length - 1];
  v_segment.stems := p_stems[p_index : p_index + v_length - 1];
  v_segment.is_first := p_index = 1;
  v_segment.is_last := p_index + v_length > v_count;
  return v_segment;
end $$;

revoke execute on function public.read_segment(text[], text[], integer, boolean) from public;
