-- Further pictures of a product, in the owner's order, and alternative texts; image_url stays the first picture (ADR-70).

create domain further_pictures as jsonb check (
  value is null or case when jsonb_typeof(value) = 'array' then
    jsonb_array_length(value) <= 7
    and not jsonb_path_exists(value, 'strict $[*] ? (@.type() != "object")')
    and not jsonb_path_exists(value, '$[*] ? (!exists(@.image_url ? (@.type() == "string" && @ like_regex "^\\S+$"))
      || !exists(@.alt ? (@.type() == "null" || (@.type() == "string" && @ like_regex "\\S"))))')
    and char_length(value::text) <= 7000
  else false end);

alter table products
  -- Null: the name of the product describes the picture.
  add column image_alt short_name,
  -- [{"image_url", "alt"}], checked by a trigger (db/triggers/products/product_pictures.sql).
  add column more_pictures further_pictures not null default '[]',
  add constraint more_pictures_after_first check (image_url is not null or more_pictures = '[]');

-- Few products have any, and the trigger of pictures looks for them.
create index products_with_more_pictures on products (id) where more_pictures <> '[]';
