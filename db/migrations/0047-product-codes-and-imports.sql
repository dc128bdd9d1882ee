-- SKU and barcode of a product, and imports of products from CSV files (ADR-67).

alter table products
  add column sku text constraint sku_is_short check (sku ~ '^\S([^\n\r\t]{0,38}\S)?$'),
  -- EAN-8, UPC-A, EAN-13 or GTIN-14, whose last digit is the check digit.
  add column barcode text constraint barcode_is_valid check (
    case when barcode ~ '^([0-9]{8}|[0-9]{12,14})$' then
      (3 * (substr(lpad(barcode, 14, '0'), 1, 1)::integer + substr(lpad(barcode, 14, '0'), 3, 1)::integer + substr(lpad(barcode, 14, '0'), 5, 1)::integer + substr(lpad(barcode, 14, '0'), 7, 1)::integer +
            substr(lpad(barcode, 14, '0'), 9, 1)::integer + substr(lpad(barcode, 14, '0'), 11, 1)::integer + substr(lpad(barcode, 14, '0'), 13, 1)::integer) +
       substr(lpad(barcode, 14, '0'), 2, 1)::integer + substr(lpad(barcode, 14, '0'), 4, 1)::integer + substr(lpad(barcode, 14, '0'), 6, 1)::integer + substr(lpad(barcode, 14, '0'), 8, 1)::integer +
       substr(lpad(barcode, 14, '0'), 10, 1)::integer + substr(lpad(barcode, 14, '0'), 12, 1)::integer + substr(lpad(barcode, 14, '0'), 14, 1)::integer) % 10 = 0
    else barcode is null end);
create unique index products_by_sku on products (lower(sku)) where sku is not null;
-- Scanners send a UPC of 12 digits as an EAN of 13 digits with a leading 0: both are the same article.
create unique index products_by_barcode on products (lpad(barcode, 14, '0')) where barcode is not null;
