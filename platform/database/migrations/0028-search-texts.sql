-- How searches are read: amounts in words and ounces, letters of Indian scripts without their dot, and 'no' as a word of its own.
create or replace function search_words(p_text text) returns text[] language plpgsql stable strict parallel safe set search_path = public, pg_temp as $$
declare
  -- Malayalam letters of one code point and of three, signs without width, and the dot below letters, which is often not typed.
  v_text text := lower(unaccent(translate(
    replace(replace(replace(replace(replace(normalize(p_text, NFKC),
      U&'\0D28\0D4D\200D', U&'\0D7B'), U&'\0D30\0D4D\200D', U&'\0D7C'), U&'\0D32\0D4D\200D', U&'\0D7D'), U&'\0D33\0D4D\200D', U&'\0D7E'), U&'\0D23\0D4D\200D', U&'\0D7A'),
    U&'\200B\200C\200D\FEFF\00AD\093C\09BC\0A3C\0ABC', '')));
  v_unit constant text := '(kilograms?|kilos?|kgs?|grams?|gms?|g|millilitres?|milliliters?|mls?|cl|ounces?|oz|lbs?|litres?|liters?|ltrs?|l)';
  v_amounts text[];
begin
  if v_text ~ U&'half|quarter|[/\2044]|\\m(?:an?|one) (?:k|l)' then
    v_text := regexp_replace(v_text, format('\m(?:half|1 ?[/%s] ?2)(?: an?)? (?=%s\M)', U&'\2044', v_unit), '0.5 ', 'g');
    v_text := regexp_replace(v_text, format('\m(?:quarter|1 ?[/%s] ?4)(?: of)?(?: an?)? (?=%s\M)', U&'\2044', v_unit), '0.25 ', 'g');
    v_text := regexp_replace(v_text, '\m(?:an?|one) (?=(?:kilograms?|kilos?|kg|litre|litres)\M)', '1 ', 'g');
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

-- Words that join others, in English and in Hindi, Punjabi and Gujarati ('aam ka achar').
create or replace function is_ignored_search_word(p_word text, p_is_first boolean) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select p_word in ('the', 'of', 'and', 'for', 'with', 'a', 'an', 'in', 'to', 'from', 'some', 'buy', 'uk', 'online', 'n')
      or (not p_is_first and p_word in ('ka', 'ki', 'ke', 'kaa', 'kee', 'da', 'de', 'di', 'nu', 'na', 'ni', 'wala', 'wali', 'का', 'की', 'के'))
$$;

-- What a label claims and its allergens do not contradict, without warnings and statements about its table of nutrition.
create function label_claims(p_lifestyle text, p_dietary_info text, p_allergens jsonb) returns text language sql immutable parallel safe set search_path = '' as $$
  select string_agg(part, ' ') from unnest(regexp_split_to_array(lower(concat_ws(',', p_lifestyle, p_dietary_info)), '[,;.\n]+(?![^(]*\))')) part
   where part !~ '\y(not|no|never|may|contains?|unsuitable|avoid|warning|nutrition|values?|suitable)\y'
     and not (part ~ '\yvegans?\y' and 'contains' in (p_allergens ->> 'milk', p_allergens ->> 'eggs', p_allergens ->> 'fish', p_allergens ->> 'crustaceans', p_allergens ->> 'molluscs'))
     and not (part ~ '\yvegetarians?\y' and 'contains' in (p_allergens ->> 'fish', p_allergens ->> 'crustaceans', p_allergens ->> 'molluscs'))
     and not (part ~ '\ygluten[ -]?free\y' and p_allergens ->> 'gluten' in ('contains', 'may contain'))
$$;

-- product_listing.sql makes its table anew, in the transaction that replaces its triggers, so that no list is empty meanwhile; thesaurus.json is read anew.
delete from search_word_files;
insert into search_word_files (name, sha256) values ('product_listing', 'outdated');
update search_group_words w set stems = t.stems, compact = array_to_string(t.stems, '')
  from (select o.group_id, o.word, search_stems(o.word) as stems from search_group_words o join search_groups g on g.id = o.group_id and g.is_own) t
 where t.group_id = w.group_id and t.word = w.word and cardinality(t.stems) between 1 and 6;
