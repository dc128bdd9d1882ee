-- Margins where the cost is known (ADR-71): with the sums of a day, those of the pieces from batches whose unit cost was recorded.

alter table daily_product_sales
  add column costed_quantity integer not null default 0,
  -- What they were sold for, without VAT.
  add column costed_pence bigint not null default 0 check (costed_pence >= 0),
  add column cost_pence bigint not null default 0 check (cost_pence >= 0),
  add constraint costed_pieces_were_sold check (costed_quantity between 0 and quantity and costed_pence <= pence);
-- The days that are cached already have no costs; they are cached anew when they are read.
delete from daily_sales;
