-- The words of products are the same as before and are made in less time, for imports of thousands of products.

-- The words of a text: lower case, without apostrophes, split at white space and punctuation.
create or replace function split_search_words(p_text text) returns text[] language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  -- A class of characters takes a tenth of the time of translate().
  v_text constant text := regexp_replace(lower(translate(p_text, '''’‘', '')),
    U&'[]!"#$%&()*+,./:;<=>?@[^_`{|}~\2013\2014\2026\201C\201D\00B7\2022\00A0\0009\000A\000D\\\\-]+', ' ', 'g');
begin
  if v_text !~ '[^ ]{41}' then
    return array_remove(string_to_array(v_text, ' '), '');
  end if;
  return array(select left(w.word, 40) from unnest(string_to_array(v_text, ' ')) with ordinality w (word, index)
                where w.word <> '' order by w.index);
end $$;

create or replace function search_words(p_text text) returns text[] language plpgsql stable strict parallel safe set search_path = public, pg_temp as $$
declare
  v_text text := lower(p_text);
  v_unit constant text := '(kilograms?|kilos?|kgs?|grams?|gms?|g|millilitres?|milliliters?|mls?|cl|ounces?|oz|lbs?|litres?|liters?|ltrs?|l)';
  v_amounts text[];
begin
  if octet_length(p_text) <> char_length(p_text) then
    -- Malayalam letters of one code point and of three, signs without width, and the dot below letters, which is often not typed.
    v_text := lower(unaccent(translate(
      replace(replace(replace(replace(replace(normalize(p_text, NFKC),
        U&'\0D28\0D4D\200D', U&'\0D7B'), U&'\0D30\0D4D\200D', U&'\0D7C'), U&'\0D32\0D4D\200D', U&'\0D7D'), U&'\0D33\0D4D\200D', U&'\0D7E'), U&'\0D23\0D4D\200D', U&'\0D7A'),
      U&'\200B\200C\200D\FEFF\00AD\093C\09BC\0A3C\0ABC', '')));
  end if;
  if v_text ~ U&'half|quarter|[/\2044]|\\m(?:an?|one) (?:k|l)' then
    v_text := regexp_replace(v_text, format('\m(?:half|1 ?[/%s] ?2)(?: an?)? (?=%s\M)', U&'\2044', v_unit), '0.5 ', 'g');
    v_text := regexp_replace(v_text, format('\m(?:quarter|1 ?[/%s] ?4)(?: of)?(?: an?)? (?=%s\M)', U&'\2044', v_unit), '0.25 ', 'g');
    v_text := regexp_replace(v_text, '\m(?:an?|one) (?=(?:kilograms?|kilos?|kg|litre|litres)\M)', '1 ', 'g');
  end if;
  if v_text !~ '[0-9] ?(?:c|g|k|l|m|o)' then
    return split_search_words(v_text);
  end if;
  select array_agg(case when a.found[2] ~ '^k' then (a.found[1]::numeric * 1000)::bigint || 'g'
                        when a.found[2] ~ '^g' then a.found[1]::numeric::bigint || 'g'
                        when a.found[2] ~ '^m' then a.found[1]::numeric::bigint || 'ml'
                        when a.found[2] ~ '^c' then (a.found[1]::numeric * 10)::bigint || 'ml'
                        when a.found[2] ~ '^o' then round(a.found[1]::numeric * 28.3495)::bigint || 'g'
                        when a.found[2] ~ '^lb' then round(a.found[1]::numeric * 453.592)::bigint || 'g'
                        else (a.found[1]::numeric * 1000)::bigint || 'ml' end)
    into v_amounts
    from regexp_matches(v_text, '\m([0-9]{1,6}(?:\.[0-9]{1,3})?) ?' || v_unit || '\M', 'g') a (found);
  if v_amounts is not null then
    v_text := regexp_replace(v_text, '\m[0-9]{1,6}(?:\.[0-9]{1,3})? ?' || v_unit || '\M', ' ', 'g');
  end if;
  return split_search_words(v_text) || coalesce(v_amounts, '{}');
end $$;

create or replace function search_stem(p_word text) returns text language plpgsql immutable strict parallel safe set search_path = public, pg_temp as $$
begin
  return case when p_word = 'leaves' then 'leaf'
              when p_word ~ '^[a-z]{4,}$' then coalesce((ts_lexize('public.search_stem', p_word))[1], p_word)
              else p_word end;
end $$;

-- Stems with positions from p_start and a weight, and neighbouring stems as one word ('sun dried' as 'sundried').
create function weighted_stems_of(p_words text[], p_start integer, p_weight text, p_joins_words boolean) returns tsvector
language sql stable parallel safe set search_path = public, pg_temp as $$
  with stems as materialized (select search_stem(w.word) as stem, w.index::integer as index from unnest(p_words[1:200]) with ordinality w (word, index))
  select coalesce(string_agg(quote_literal(stem) || ':' || p_start + index || p_weight, ' ')::tsvector, '')
    from (select stem, index from stems
          union all
          select one.stem || next.stem, one.index from stems one join stems next on next.index = one.index + 1 where p_joins_words) each
$$;

create or replace function weighted_stems(p_text text, p_start integer, p_weight text, p_joins_words boolean) returns tsvector
language sql stable parallel safe set search_path = public, pg_temp as $$
  select weighted_stems_of(search_words(p_text), p_start, p_weight, p_joins_words)
$$;
