-- Domains, and the text functions that generated columns and indexes use. This file is frozen: a change is a new migration.
-- A function stays in a migration if its results are stored, because changing it means recomputing them. All others are
-- re-applied: db/triggers and db/procedures.

create extension if not exists pg_trgm with schema public;

create domain short_name as text check (value ~ '\S' and char_length(value) <= 200);
create domain short_text as text check (value ~ '\S' and char_length(value) <= 500);
create domain long_text as text check (value ~ '\S' and char_length(value) <= 5000);
create domain slug as text check (value ~ '^-?[a-z0-9]+(-[a-z0-9]+)*-?$' and char_length(value) <= 220);
create domain image_address as text check (value ~ '^\S+$' and char_length(value) <= 600);
create domain email_address as text check (value ~ '^\S+@\S+$' and char_length(value) <= 320);
create domain pounds as numeric(10,2) check (value >= 0);
-- The highest price times the highest quantity of an order line (999) fits into pounds.
create domain price as pounds check (value <= 99999.99);
create domain order_status as text check (value in ('pending', 'processing', 'shipped', 'delivered', 'cancelled'));

-- A nutrition value that was not given is null; 0 is a declared value.
create domain nutrition_facts as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['energy', 'protein', 'carbohydrates', 'fat']
  and not jsonb_path_exists(value, '$.* ? (
    !exists(@.value ? (@.type() == "null" || (@.type() == "number" && @ >= 0))) ||
    !exists(@.unit ? (@.type() == "string")) || !exists(@.per ? (@.type() == "string")))'));
create domain manufacturer_details as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['name', 'address', 'city', 'country']
  and value - array['name', 'address', 'city', 'country'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string")')
  and char_length(value::text) <= 2000);
create domain shipping_address as jsonb check (
  jsonb_typeof(value) = 'object'
  and value ?& array['full_name', 'phone', 'address', 'post_code', 'city', 'country']
  and value - array['full_name', 'phone', 'address', 'post_code', 'city', 'country', 'email'] = '{}'
  and not jsonb_path_exists(value, '$.* ? (@.type() != "string" || !(@ like_regex "\\S"))')
  and char_length(value::text) <= 4000);

-- All substrings of one or two characters: a trigram index finds nothing shorter than three.
create function short_ngrams(p_text text) returns text[] language sql immutable strict parallel safe
return array(select substr(p_text, start, length) from generate_series(1, char_length(p_text)) start, generate_series(1, 2) length);

-- Keyboards produce different apostrophes, and many people type none.
create function strip_apostrophes(p_text text) returns text language sql immutable strict parallel safe
return translate(p_text, U&'\0027\2018\2019\02BC\02BB\0060\00B4\2032\FF07', '');
