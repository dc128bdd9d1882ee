-- A nutrition value that was never given is null: a 0 is a fact about the food.
alter domain nutrition_map drop constraint nutrition_map_check;
alter domain nutrition_map add constraint nutrition_map_check check (
  jsonb_typeof(value) = 'object'
  and value ?& array['energy', 'protein', 'carbohydrates', 'fat']
  and not jsonb_path_exists(value, '$.* ? (
    !exists(@.value ? (@.type() == "null" || (@.type() == "number" && @ >= 0))) ||
    !exists(@.unit ? (@.type() == "string")) || !exists(@.per ? (@.type() == "string")))'));
alter table products alter column nutrition_info set default
  '{"energy": {"value": null, "unit": "kcal", "per": "100g"},
    "protein": {"value": null, "unit": "g", "per": "100g"},
    "carbohydrates": {"value": null, "unit": "g", "per": "100g"},
    "fat": {"value": null, "unit": "g", "per": "100g"}}';

-- Until now a 0 was shown only where the other values accounted for three quarters of the energy. Such a 0 was given and
-- stays; any other was the default.
update products p set nutrition_info = (
    select jsonb_object_agg(n.key, case when n.key = any (array['energy', 'protein', 'carbohydrates', 'fat']) and n.value -> 'value' = '0'
        then n.value || '{"value": null}' else n.value end)
      from jsonb_each(p.nutrition_info) n)
  from (select q.id, (q.nutrition_info #>> '{energy,value}')::numeric as energy, (q.nutrition_info #>> '{protein,value}')::numeric * 4
          + (q.nutrition_info #>> '{carbohydrates,value}')::numeric * 4 + (q.nutrition_info #>> '{fat,value}')::numeric * 9 as explained
          from products q) e
 where e.id = p.id and (e.energy = 0 or e.explained < e.energy * 0.75)
   and jsonb_path_exists(p.nutrition_info, '$.keyvalue() ? (@.key == "energy" || @.key == "protein" || @.key == "carbohydrates" || @.key == "fat").value.value ? (@ == 0)');

-- Where the owner puts a category in the lists of the shop; those without a place come last, by name.
alter table categories add column position integer check (position >= 1);
drop index categories_by_name;
create index categories_in_order on categories (position, (lower(name) collate "C"), id);
-- A category that others make room for is not edited: an open form of it stays up to date. place_category writes down who moved which.
drop trigger note_change on categories;
create trigger note_change before update on categories for each row
  when (old.position is not distinct from new.position) execute function note_change();
