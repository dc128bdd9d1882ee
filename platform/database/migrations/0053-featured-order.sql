-- The owner's order within Featured: products without a place come after those with one, by name, as all do if there is none (ADR-70).
alter table products
  add column featured_position integer check (featured_position >= 1),
  add constraint only_featured_has_position check (featured_position is null or is_featured);
create index featured_products on products (featured_position, (lower(name) collate "C"), id) where is_featured;

-- The same indexes with the place, so that a late page is still an index-only scan.
drop index products_by_featured, products_by_category_featured, best_sellers_by_featured, best_sellers_by_category;
create index products_by_featured on products (is_featured desc, featured_position, (lower(name) collate "C"), id) include (name) where is_active;
create index products_by_category_featured on products (category_id, is_featured desc, featured_position, (lower(name) collate "C"), id) include (name)
  where is_active;
create index best_sellers_by_featured on products (is_featured desc, featured_position, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;
create index best_sellers_by_category on products (category_id, is_featured desc, featured_position, (lower(name) collate "C"), id) include (name)
  where is_active and is_best_seller;

alter table product_listing add column featured_position integer;
drop index product_listing_by_best_match;
create index product_listing_by_best_match on product_listing (is_featured desc, featured_position, name, id);
