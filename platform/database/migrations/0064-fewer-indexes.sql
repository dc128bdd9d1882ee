-- Lists may take 50 ms at 10,000 products and 200,000 orders (ADR-19). These indexes are not needed for that: what they found or sorted is
-- read within a few milliseconds through another index of the table, or from a table of at most some thousand rows.
-- The products of a category, and best sellers, are few enough to be sorted.
drop index products_by_category_price, products_by_category_created_at, products_by_category_newest, products_by_category_price_ascending,
  products_by_category_price_descending, products_by_category_featured, active_products_by_category_name;
drop index best_sellers_by_newest, best_sellers_by_name, best_sellers_by_price_ascending, best_sellers_by_price_descending, best_sellers_by_category;
-- products_by_price_ascending is read backwards.
drop index products_by_price_descending;
drop index demo_products, products_with_more_pictures, featured_products, categories_by_position;
-- Filtered lists sort narrow rows.
drop index product_listing_by_newest, product_listing_by_price, product_listing_by_best_match, product_search_text_name_trgm;
drop index deliveries_by_newest, recalls_by_newest, recall_batches_by_batch, stock_takes_by_newest, stock_take_lines_by_batch, price_changes_by_newest,
  product_imports_by_newest, product_import_lines_by_outcome, refunds_by_time, past_offers, offers_by_form;
drop index product_batches_recalled, product_batches_by_delivery, product_batches_to_sell_by_date;
drop index stock_alerts_by_age, stock_alerts_by_email, stock_alerts_by_stop_token, outbox_stock_alerts;
drop index express_orders_to_send, daily_order_counts_by_cumulative;
drop index accounts.session_expires_at, accounts.rate_limit_used_until;
