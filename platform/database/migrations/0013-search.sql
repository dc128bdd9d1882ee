-- Search and filters of the storefront.

create extension if not exists unaccent with schema public;
create extension if not exists fuzzystrmatch with schema public;
-- English stems without stop words, because 'then' is honey in Malayalam.
create text search dictionary public.search_stem (template = snowball, language = english);

-- The words of a text as searched: lower case, without accents, apostrophes and hyphens, each amount as one word in grams or millilitres.
create function search_words(p_text text) returns text[] language plpgsql stable strict parallel safe set search_path = public, pg_temp as $$
declare
  -- Malayalam letters of one code point and of three, and signs without width.
  v_text text := lower(unaccent(translate(
    replace(replace(replace(replace(replace(normalize(p_text, NFKC),
      U&'\0D28\0D4D\200D', U&'\0D7B'), U&'\0D30\0D4D\200D', U&'\0D7C'), U&'\0D32\0D4D\200D', U&'\0D7D'), U&'\0D33\0D4D\200D', U&'\0D7E'), U&'\0D23\0D4D\200D', U&'\0D7A'),
    U&'\200B\200C\200D\FEFF\00AD', '')));
  v_amounts text[];
begin
  select array_agg(case when a.found[2] ~ '^(k|kilo)' then (a.found[1]::numeric * 1000)::bigint || 'g'
                        when a.found[2] ~ '^g' then a.found[1]::numeric::bigint || 'g'
                        when a.found[2] ~ '^m' then a.found[1]::numeric::bigint || 'ml'
                        when a.found[2] ~ '^c' then (a.found[1]::numeric * 10)::bigint || 'ml'
                        else (a.found[1]::numeric * 1000)::bigint || 'ml' end)
    into v_amounts
    from regexp_matches(v_text, '\m([0-9]{1,6}(?:\.[0-9]{1,3})?) ?(kilograms?|kilos?|kgs?|grams?|gms?|g|millilitres?|milliliters?|mls?|cl|litres?|liters?|ltrs?|l)\M', 'g') a (found);
  if v_amounts is not null then
    v_text := regexp_replace(v_text, '\m[0-9]{1,6}(?:\.[0-9]{1,3})? ?(?:kilograms?|kilos?|kgs?|grams?|gms?|g|millilitres?|milliliters?|mls?|cl|litres?|liters?|ltrs?|l)\M', ' ', 'g');
  end if;
  return split_search_words(v_text) || coalesce(v_amounts, '{}');
end $$;

-- Words that join others, in English and in Hindi, Punjabi and Gujarati ('aam ka achar').
create function is_ignored_search_word(p_word text, p_is_first boolean) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select p_word in ('the', 'of', 'and', 'for', 'with', 'a', 'an', 'in', 'to', 'from', 'some', 'buy', 'uk', 'online', 'n')
      or (not p_is_first and p_word in ('ka', 'ki', 'ke', 'kaa', 'kee', 'da', 'de', 'di', 'nu', 'na', 'ni', 'no', 'wala', 'wali', 'का', 'की', 'के'))
$$;

create function search_stem(p_word text) returns text language sql immutable strict parallel safe set search_path = public, pg_temp as $$
  select case when p_word = 'leaves' then 'leaf'
              when p_word ~ '^[a-z]{4,}$' then coalesce((ts_lexize('public.search_stem', p_word))[1], p_word)
              else p_word end
$$;

create function search_stems(p_text text) returns text[] language sql stable strict parallel safe set search_path = public, pg_temp as $$
  select coalesce(array_agg(search_stem(w.word) order by w.index), '{}') from unnest(search_words(p_text)) with ordinality w (word, index)
$$;

-- What a label claims, without warnings and statements about its table of nutrition.
create function label_claims(p_lifestyle text, p_dietary_info text) returns text language sql immutable parallel safe set search_path = '' as $$
  select string_agg(part, ' ') from unnest(regexp_split_to_array(lower(concat_ws(',', p_lifestyle, p_dietary_info)), '[,;.\n]+(?![^(]*\))')) part
   where part !~ '\y(not|no|never|may|contains?|unsuitable|avoid|warning|nutrition|values?|suitable)\y'
$$;

-- Stems with positions from p_start and a weight, and neighbouring stems as one word ('sun dried' as 'sundried').
create function weighted_stems(p_text text, p_start integer, p_weight text, p_joins_words boolean) returns tsvector
language sql stable parallel safe set search_path = public, pg_temp as $$
  with stems as materialized (select s.stem, s.index::integer as index from unnest(search_stems(p_text)) with ordinality s (stem, index) limit 200)
  select coalesce(string_agg(quote_literal(stem) || ':' || p_start + index || p_weight, ' ')::tsvector, '')
    from (select stem, index from stems
          union all
          select one.stem || next.stem, one.index from stems one join stems next on next.index = one.index + 1 where p_joins_words) each
$$;

-- A bit for each claim that the label makes in its own words and its allergens do not contradict: vegan 1, vegetarian 2 (vegan too), halal 4,
-- gluten free 8, organic with its code 16. Nothing is concluded from allergens.
create function suitability(p_lifestyle text, p_dietary_info text, p_allergens jsonb) returns integer language sql immutable parallel safe set search_path = '' as $$
  select coalesce(bit_or(case
      when part ~ '^(suitable for |suits )?vegans?$'
        then case when 'contains' in (p_allergens ->> 'milk', p_allergens ->> 'eggs', p_allergens ->> 'fish', p_allergens ->> 'crustaceans', p_allergens ->> 'molluscs') then 0 else 3 end
      when part ~ '^(suitable for |suits )?vegetarians?$'
        then case when 'contains' in (p_allergens ->> 'fish', p_allergens ->> 'crustaceans', p_allergens ->> 'molluscs') then 0 else 2 end
      when part ~ '^halal( certified)?$' then 4
      when part ~ '^gluten[ -]free$' then case when p_allergens ->> 'gluten' in ('contains', 'may contain') then 0 else 8 end
      when part ~ '^(certified )?organic\y' and part !~ '\y(not|non|no)\y' then 16
      else 0 end), 0)
    from unnest(regexp_split_to_array(lower(concat_ws(',', p_lifestyle, p_dietary_info)), '[,;.\n]+(?![^(]*\))')) each (raw), btrim(raw) part
$$;

-- A bit for each allergen with one of these statements, as in unsafe_allergens().
create function stated_allergens(p_allergens jsonb, p_statement text) returns integer language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum(1 << (index - 1)::integer), 0)::integer
    from unnest(array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soybeans', 'sulphites'])
         with ordinality a (key, index)
   where p_allergens ->> a.key = p_statement
$$;

-- Pounds per kilogram or litre, null if the net weight cannot be read (shop/catalogue/labels/unit-price.ts).
create function price_per_kilogram(p_price numeric, p_net_weight text) returns numeric language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v_found constant text[] := regexp_match(lower(btrim(p_net_weight)), '^(?:([0-9]{1,4})\s*[x×]\s*)?([0-9]{1,6}(?:\.[0-9]{1,3})?)\s*(kg|g|ml|cl|l)$');
  v_amount numeric;
begin
  if v_found is null then
    return null;
  end if;
  v_amount := coalesce(v_found[1]::numeric, 1) * v_found[2]::numeric * case v_found[3] when 'kg' then 1000 when 'l' then 1000 when 'cl' then 10 else 1 end;
  return case when v_amount > 0 then round(p_price * 1000 / v_amount, 4) end;
end $$;

-- Active products as lists filter, sort and search them: narrow rows, because those of products are wide.
create table product_listing (
  id uuid primary key references products on delete cascade,
  category_id uuid not null,
  price numeric(10,2) not null,
  price_per_kilogram numeric,
  is_in_stock boolean not null,
  is_featured boolean not null,
  is_best_seller boolean not null,
  created_at timestamptz not null,
  -- Lower case, as the list is sorted.
  name text collate "C" not null,
  allergens_contained integer not null,
  allergens_possible integer not null,
  unsafe_allergens integer not null,
  suitable_for integer not null,
  -- Weight A: name; B: category, brand and net weight; D: claims. What ranks a search.
  name_vector tsvector not null,
  -- With ingredients (C). Stored apart from the row, which is read for every match of a search.
  search_vector tsvector not null
) with (fillfactor = 90, toast_tuple_target = 128);
alter table product_listing alter column search_vector set storage external, alter column name_vector set storage main, alter column name set storage plain;
create index product_listing_search on product_listing using gin (search_vector);
-- Covers what the filters count.
create index product_listing_filters on product_listing
  (category_id, unsafe_allergens, allergens_contained, allergens_possible, suitable_for, is_in_stock, is_best_seller, price);

-- Every word that an active product has or had, for the beginnings and slips of words.
create table product_words (
  word text collate "C" primary key check (char_length(word) between 2 and 40),
  stem text collate "C" not null
);
create index product_words_stem on product_words (stem);

-- Groups of names for one thing: those of thesaurus.json, and the owner's.
create table search_groups (
  id integer primary key generated always as identity,
  name text not null check (name ~ '\S' and char_length(name) <= 60),
  is_own boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (is_own, name)
);
create table search_group_words (
  group_id integer not null references search_groups on delete cascade,
  word text not null check (word ~ '\S' and char_length(word) <= 60),
  stems text[] not null check (cardinality(stems) between 1 and 6),
  -- The stems in one word, because people write compounds either way.
  compact text not null,
  primary key (group_id, word)
);
create index search_group_words_compact on search_group_words (compact);
-- A search for the group finds these as well.
create table search_group_narrower (
  group_id integer not null references search_groups on delete cascade,
  narrower_id integer not null references search_groups on delete cascade,
  primary key (group_id, narrower_id)
);
-- Common English words: one that the shop does not sell is no slip of one that it sells.
create table common_words (word text collate "C" primary key);
create table search_word_files (name text primary key, sha256 text not null);

-- Searches without a result, counted by day, without anything of who searched.
create table search_misses (
  day date not null,
  search text not null check (char_length(search) <= 60),
  count integer not null default 1 check (count >= 1),
  primary key (day, search)
);
