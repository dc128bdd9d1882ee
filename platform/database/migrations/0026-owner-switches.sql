-- Which stock is low is a setting, compared with product_stock_buckets when it is asked for.
alter table products drop column is_low_stock;
-- Categories with products on sale that the home page may show.
alter table categories add column is_on_home_page boolean not null default true;
-- Counts what was sent of feedback and enquiries within the hour.
create index outbox_enquiries on outbox (created_at) where kind in ('owner-feedback', 'owner-business-enquiry');
