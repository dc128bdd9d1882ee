-- Allergens as data, and the country of origin.

create domain allergen_statements as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soybeans', 'sulphites']
  and value - array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soybeans', 'sulphites'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@ != "contains" && @ != "may contain" && @ != "free" && @ != "not known")'));

alter table products
  add column allergens allergen_statements not null default '{"celery": "not known", "gluten": "not known", "crustaceans": "not known",
    "eggs": "not known", "fish": "not known", "lupin": "not known", "milk": "not known", "molluscs": "not known", "mustard": "not known",
    "nuts": "not known", "peanuts": "not known", "sesame": "not known", "soybeans": "not known", "sulphites": "not known"}',
  add column country_of_origin short_text;

-- A bit for each allergen that is not declared free, from celery (1) to sulphites (8192).
create function unsafe_allergens(p_allergens jsonb) returns integer language sql immutable parallel safe set search_path = '' as $$
  select coalesce(sum(1 << (index - 1)::integer), 0)::integer
    from unnest(array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soybeans', 'sulphites'])
         with ordinality a (key, index)
   where p_allergens ->> a.key is distinct from 'free'
$$;

-- Reads the allergens of existing labels once: what cannot be read for sure is not known, and no text leaves one free by accident.
-- The same rules as in shop/catalogue/labels/read-allergens.ts at the time of this migration; a test compares the two.
create function read_allergens(p_advice text, p_ingredients text) returns jsonb language plpgsql immutable as $$
declare
  v_keys constant text[] := array['celery', 'gluten', 'crustaceans', 'eggs', 'fish', 'lupin', 'milk', 'molluscs', 'mustard', 'nuts', 'peanuts', 'sesame', 'soybeans', 'sulphites'];
  v_words constant text[] := array[
    'celery|celeriac',
    'cereals containing gluten|gluten|wheat|rye|barley|oats?|spelt|kamut|semolina|durum|maida|atta|rava|sooji|suji|bulgu?r|couscous|triticale|einkorn|emmer|farro|malt|malted',
    'crustaceans?|prawns?|shrimps?|crabs?|lobsters?|crayfish|langoustines?|scampi|krill',
    'eggs?|albumen|mayonnaise',
    'fish|anchov(?:y|ies)|tuna|sardines?|mackerel|kingfish|salmon|cod|haddock|pollock|trout|herrings?|sprats?|halibut|bonito|kippers?',
    'lupin',
    'milk|butter|buttermilk|ghee|cream|cheese|paneer|yog(?:h)?urt|curd|whey|lactose|casein|dairy|caseinates?|butterfat|khoa|khoya|mawa|malai|dahi',
    'molluscs?|mussels?|squid|oysters?|clams?|octopus|cuttlefish|snails?|scallops?|whelks?|cockles?|abalone',
    'mustard',
    '(?:cashew|brazil|macadamia|pecan|pistachio|queensland) nuts?|cashews?|almonds?|hazelnuts?|walnuts?|pecans?|pistachios?|nuts?|marzipan|praline',
    'peanuts?|groundnuts?',
    'sesame|gingelly|gingili|tahini',
    'soya ?beans?|soybeans?|soya|soy|tofu|tempeh|edamame|miso|tamari',
    'sulphur dioxide|sul(?:ph|f)ites?|metabisul(?:ph|f)ites?|sulfur dioxide|e22[0-8]'];
  v_any constant text := array_to_string(v_words, '|');
  v_group constant text := 'celery|cereals containing gluten|gluten|crustaceans?|eggs?|fish|lupin|milk|molluscs?|mustard|nuts|peanuts|sesame|soybeans?|soya|sulphites|sulphur dioxide and sulphites';
  v_negation constant text := '(?:^| )(?:no|not|none|non|nor|never|neither|free|without|zero|absent|doesn|don|isn|cannot|excluding|except)(?= |$)';
  v_may_contain constant text := '(?:^| )(?:may (?:also |still )?contain|traces? of|handles|handling|cannot guarantee|(?:made|produced|packed|manufactured|prepared|processed|bottled) (?:in|on|at|where|alongside)(?= .*(?:factory|factories|facility|facilities|kitchen|premises|site|lines?|equipment|environment|handle|handled|also|same|other)(?: |$)))(?= |$)';
  v_negated_ingredient constant text :=
    format('(?:^| )(?:(?:%1$s) free|(?:free from|free of|no|without|not) (?:%1$s)(?: (?:and|or) (?:%1$s))*)(?= |$)', v_any);
  -- Texts by source: of the advice what it states, and of both what may be present and what is named in another way.
  v_advice_contains text := '';
  v_ingredients_contain text := '';
  v_may_contain_text text := '';
  v_unclear text := '';
  v_free text := '';
  v_kinds text[] := '{}';
  v_kind text;
  v_source text;
  v_clause text;
  v_clause_words text;
  v_stated text;
  v_is_contradicted boolean := false;
  v_has_ingredients boolean;
  v_result jsonb := '{}';
  v_pattern text;
begin
  for v_source, v_clause in
    select source, clause
      from (values (1, 'advice', p_advice), (2, 'ingredients', p_ingredients)) texts (place, source, content),
        regexp_split_to_table(regexp_replace(content, 'contains', '.\&', 'gi'), E'[.;!?\n\r•|]') with ordinality clauses (clause, number)
     where clause ~ E'[^ \t]' order by place, number
  loop
    v_clause_words := lower(read_allergen_words(v_clause) collate "C");
    v_kind := case
      when v_source = 'ingredients' then null
      when v_clause_words = 'contains none of the 14 named allergens as ingredients' then 'none'
      else coalesce((
        select list.kind
          from (values (1, 'contains', 'contains:', 'contains', v_any), (2, 'may contain', 'may contain:', 'may contain', v_any),
                 (3, 'not known', 'not known:', 'not known', v_any), (4, 'free', 'free from', 'free from', v_group)) list (place, kind, start, start_words, allowed)
         where v_clause ~* (E'^[ \t]*' || list.start) and v_clause ~ '^[ -~]*$'
           and v_clause_words ~ format('(?:^| )(?:%s)(?= |$)', v_any)
           and btrim(regexp_replace(substr(v_clause_words, length(list.start_words) + 1), format('(?:^| )(?:%s|and|or)(?= |$)', list.allowed), '', 'g')) = ''
         order by list.place limit 1), 'other') end;
    v_stated := regexp_replace(v_clause_words, v_may_contain, '|');
    if v_source = 'ingredients' then
      v_may_contain_text := v_may_contain_text || ' , ' || split_part(v_stated, '|', 2);
      v_stated := split_part(v_stated, '|', 1);
      v_unclear := v_unclear || ' , ' || coalesce((select string_agg(negated.parts[1], ' ') from regexp_matches(v_stated, v_negated_ingredient, 'g') negated (parts)), '');
      v_ingredients_contain := v_ingredients_contain || ' , ' || regexp_replace(v_stated, v_negated_ingredient, ' x', 'g');
    else
      v_kinds := v_kinds || v_kind;
      if v_kind = 'free' then
        v_free := v_free || ' , ' || v_clause_words;
      elsif v_kind = 'not known' then
        v_unclear := v_unclear || ' , ' || v_clause_words;
      else
        v_may_contain_text := v_may_contain_text || ' , ' || split_part(v_stated, '|', 2);
        v_stated := split_part(v_stated, '|', 1);
        if v_stated ~ v_negation then
          v_unclear := v_unclear || ' , ' || v_stated;
        else
          v_advice_contains := v_advice_contains || ' , ' || v_stated;
        end if;
      end if;
    end if;
  end loop;
  v_has_ingredients := coalesce(read_allergen_words(p_ingredients), '') <> '';
  for i in 1 .. 14 loop
    v_pattern := format('(?:^| )(?:%s)(?= |$)', v_words[i]);
    v_is_contradicted := v_is_contradicted or (v_ingredients_contain ~ v_pattern and v_advice_contains !~ v_pattern);
  end loop;
  for i in 1 .. 14 loop
    v_pattern := format('(?:^| )(?:%s)(?= |$)', v_words[i]);
    v_result := v_result || jsonb_build_object(v_keys[i], case
      when v_advice_contains ~ v_pattern or v_ingredients_contain ~ v_pattern then 'contains'
      when v_may_contain_text ~ v_pattern then 'may contain'
      when v_unclear ~ v_pattern then 'not known'
      when v_has_ingredients and ((array_to_string(v_kinds, ',') ~ '^(?:contains|none)(?:,may contain)?(?:,not known)?$' and not v_is_contradicted)
        or ('other' <> all (v_kinds) and v_free ~ v_pattern)) then 'free'
      else 'not known' end);
  end loop;
  return v_result;
end $$;

-- The words of a clause, without plants that have the name of an animal product. After a comma or a dash, the second word is an
-- ingredient of its own; a phrase leaves an x, so that a list with one is no declaration. A dairy product with a flavour stays: 'cocoa milk'.
create function read_allergen_words(p_clause text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(p_clause,
    '(?<![A-Za-z0-9])(?:(coconut|Coconut|almond|Almond|cashew|Cashew|oat|Oat|rice|Rice|soya|Soya|soy|Soy|peanut|Peanut)(?: +|-)(?:milk|Milk)(?!(?: +|-)(?:chocolate|Chocolate|CHOCOLATE))|(coconut|Coconut|cashew|Cashew|oat|Oat|soya|Soya|soy|Soy)(?: +|-)(?:cream|Cream)|(coconut|Coconut|almond|Almond|cashew|Cashew|peanut|Peanut|cocoa|Cocoa|shea|Shea)(?: +|-)(?:butter|Butter)|(soya|Soya|soy|Soy)(?: +|-)(?:yog(?:h)?urt|Yog(?:h)?urt|curd|Curd))(?![A-Za-z0-9])', '\1\2\3\4 x', 'g'),
    '(?<![A-Za-z0-9])(?:(?:cream|Cream)(?: +|-)of(?: +|-)tartar|(?:butter|Butter)(?: +|-)beans?|(?:oyster|Oyster)(?: +|-)mushrooms?|(?:rice|Rice|idli|Idli)(?: +|-)rava)(?![A-Za-z0-9])', 'x', 'g'),
    '[^A-Za-z0-9]+', ' ', 'g'))
$$;

-- Neither a version nor the time of an edit: nobody has edited these products.
alter table products disable trigger user;
update products set allergens = read_allergens(allergy_advice, ingredients);
alter table products enable trigger user;
drop function read_allergens(text, text), read_allergen_words(text);

-- With the country of origin, which no existing product has: nothing has to be recomputed.
create or replace function build_product_search_vector(p_product products, p_category text) returns tsvector language sql stable set search_path = public, pg_temp as $$
  select array_to_tsvector(array(select distinct unnest(split_search_words(concat_ws(' ',
    p_product.name, p_product.slug, p_product.brand, p_category, p_product.badge, p_product.net_weight, replace(p_product.net_weight, ' ', ''),
    p_product.description, p_product.ingredients, p_product.allergy_advice, p_product.lifestyle, p_product.dietary_info,
    p_product.storage_instructions, p_product.country_of_origin, p_product.manufacturer ->> 'name', p_product.manufacturer ->> 'address',
    p_product.manufacturer ->> 'city', p_product.manufacturer ->> 'country')))))
$$;
