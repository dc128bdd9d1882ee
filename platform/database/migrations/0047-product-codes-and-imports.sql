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

-- An import: the file as it was uploaded, which column is what, and what each line would change. Kept for a week.
create table product_imports (
  id uuid primary key,
  file_name short_name not null,
  -- Decoded, as it was uploaded.
  content text not null check (char_length(content) <= 11000000),
  -- [{header, field}] in the order of the file; a column without a field is left out.
  columns jsonb not null check (jsonb_typeof(columns) = 'array'),
  reason short_text,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  imported_by uuid,
  imported_at timestamptz,
  -- What the stock ledger held when the import ended: later counts of a product are found by it.
  last_adjustment_id bigint,
  undone_by uuid,
  undone_at timestamptz,
  constraint imported_by_somebody check ((imported_at is null) = (imported_by is null)),
  constraint undone_after_import check ((undone_at is null) = (undone_by is null) and (undone_at is null or imported_at is not null))
);
create index product_imports_by_newest on product_imports (created_at desc, id);

create table product_import_lines (
  import_id uuid not null references product_imports on delete cascade,
  -- In the file, from 1.
  line integer not null check (line >= 1),
  outcome text not null check (outcome in ('changed', 'added', 'same', 'faulty')),
  product_id uuid,
  name text not null,
  -- Of the product when the line was checked.
  seen_version integer,
  seen_stock integer,
  -- [{field, was, is}] as the product form writes them.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  -- The columns of products that change.
  before jsonb,
  after jsonb,
  -- [{field, text}]; a line with problems is faulty.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  notes jsonb not null default '[]' check (jsonb_typeof(notes) = 'array'),
  -- Null: not tried. Otherwise 'undone', or why the line was not undone.
  undo text check (undo in ('undone', 'changed-since', 'counted-since', 'stock-gone', 'code-taken')),
  primary key (import_id, line)
);
create index product_import_lines_by_outcome on product_import_lines (import_id, outcome, line);

-- Lines of the import that is running. A sequence, because others see it before the transaction ends.
create sequence product_import_progress minvalue 0 start 0;
