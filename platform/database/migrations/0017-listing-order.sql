-- The orders of a filtered list, so that its first pages need not sort every product.
create index product_listing_by_best_match on product_listing (is_featured desc, name, id);
create index product_listing_by_price on product_listing (price, id);
create index product_listing_by_newest on product_listing (created_at desc, id);
create index product_listing_by_unit_price on product_listing (price_per_kilogram, id);
