-- What lists and searches no longer need (ADR-37).
drop trigger if exists add_to_listing_offset_index on products;
drop trigger if exists update_listing_offset_index on products;
drop trigger if exists remove_from_listing_offset_index on products;
drop function if exists add_to_listing_offset_index(), update_listing_offset_index();
drop function if exists list_products_at_offset(text, integer, integer);
drop table listing_offset_index;
drop function listing_offset_buckets_of(boolean, text, numeric, timestamptz);
drop function if exists rarest_fragments(text[], text[], double precision), search_fragments(text);
