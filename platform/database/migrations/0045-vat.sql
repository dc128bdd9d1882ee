-- VAT by rate (ADR-65): the rate of a product, copied to the lines of its orders, and the sums of a day by rate.

-- In per cent. Null: not set. Prices include VAT.
alter table products add column vat_rate smallint check (vat_rate in (0, 20));
-- As sold: the product may change afterwards. Null: it was not set.
alter table order_items add column vat_rate smallint check (vat_rate between 0 and 99);

-- With daily_sales, of which they are a part.
create table daily_vat_sales (
  day date not null references daily_sales on delete cascade,
  -- Null: lines of products without a rate.
  vat_rate smallint,
  pence bigint not null check (pence >= 0),
  -- Part of pence.
  delivery_pence bigint not null check (delivery_pence between 0 and pence),
  vat_pence bigint not null check (vat_pence between 0 and pence),
  unique nulls not distinct (day, vat_rate)
);
-- The days that are cached already have no sums by rate; they are cached anew when they are read.
delete from daily_sales;

-- What was paid at the door is summed by the day of delivery, from the index alone.
create index orders_by_delivery on orders (actual_delivery) include (door_payment, total_amount) where actual_delivery is not null;
