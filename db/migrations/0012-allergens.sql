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
