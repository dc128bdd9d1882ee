-- Fragments of a search for a trigram index. Long texts are cut into disjoint ones of three letters, because overlapping ones
-- cost more lookups and exclude little more. Matches are compared with the full text later.
create or replace function public.search_fragments(p_text text) returns text[] language plpgsql immutable strict set search_path = '' as $$
declare
  v_short_text_length constant integer := 8;
  v_letters constant integer := case when char_length(p_text) > v_short_text_length then 3 else v_short_text_length end;
begin
  return array(
    select regexp_replace(substr(p_text, first, v_letters), '([\\%_])', '\\\1', 'g')
      from generate_series(1, greatest(char_length(p_text) - 2, 1), v_letters) first order by first);
end $$;

create or replace function public.search_pattern(p_text text) returns text language plpgsql immutable strict set search_path = '' as $$
begin
  return '%' || array_to_string(public.search_fragments(p_text), '%') || '%';
end $$;

-- The rarest fragments in sample texts, until they should leave less than one of p_rows rows; more cost more than they exclude.
-- Fragments without a letter or digit after the first character give no trigrams and come last.
create or replace function public.rarest_fragments(p_fragments text[], p_texts text[], p_rows double precision) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  v_texts constant integer := coalesce(cardinality(p_texts), 0);
  v_left double precision := p_rows;
  v_rare text[];
  v_chosen_indexes bigint[] := '{}';
  v_fragment record;
begin
  if v_texts = 0 then
    return p_fragments;
  end if;
  for v_fragment in
    select k.place, (select count(*) from unnest(p_texts) t (held) where t.held like '%' || k.fragment || '%') as hits
      from unnest(p_fragments) with ordinality k (fragment, place)
     order by k.fragment ~ '.[[:alnum:]]' desc, hits, k.place desc
  loop
    v_chosen_indexes := v_chosen_indexes || v_fragment.place;
    v_left := v_left * greatest(v_fragment.hits, 0.5) / v_texts;
    exit when v_left < 1;
  end loop;
  for v_index in 1 .. cardinality(p_fragments) loop
    if v_index = any (v_chosen_indexes) then
      v_rare := v_rare || p_fragments[v_index];
    end if;
  end loop;
  return v_rare;
end $$;

revoke execute on function public.search_fragments(text), public.search_pattern(text), public.rarest_fragments(text[], text[], double precision) from public;
