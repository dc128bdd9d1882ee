-- An empty part of a manufacturer is null, as every empty text of a product is.
alter domain manufacturer_details drop constraint manufacturer_details_check;
alter domain manufacturer_details add constraint manufacturer_details_check check (
  jsonb_typeof(value) = 'object'
  and value ?& array['name', 'address', 'city', 'country']
  and value - array['name', 'address', 'city', 'country'] = '{}'
  and jsonb_typeof(value -> 'name') = 'string'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string" && @.type() != "null")')
  and char_length(value::text) <= 2000);
