-- Delivery charges (ADR-42). Orders keep the service and the rates that their customer agreed to.

-- One rule for checkout, edits and the constraint below. Null: no rate was agreed, or it is never free.
create or replace function delivery_charge(p_items_total numeric, p_rate numeric, p_free_over numeric) returns numeric
language sql immutable parallel safe
return case when p_items_total > p_free_over then 0 else coalesce(p_rate, 0) end;

alter table orders
  add column delivery_service text not null default 'standard' check (delivery_service in ('standard', 'express')),
  -- Of the service, when the order was placed; null while charges were off.
  add column delivery_rate pounds,
  -- Free if the items cost more; null: never.
  add column delivery_free_over pounds,
  -- Part of total_amount.
  add column delivery_charge pounds not null default 0,
  -- The London day on which an express order is sent; other orders follow the day they were placed on.
  add column dispatch_day date,
  add constraint dispatch_day_of_express check ((dispatch_day is not null) = (delivery_service = 'express')),
  add constraint delivery_charge_follows_rates
    check (delivery_charge = public.delivery_charge(total_amount - delivery_charge, delivery_rate, delivery_free_over));
create index express_orders_to_send on orders (dispatch_day) where dispatch_day is not null and status in ('pending', 'processing');

-- The part of a refund that is the delivery charge.
alter table refunds add column delivery_amount pounds not null default 0;

-- Part of pence.
alter table daily_sales add column delivery_pence bigint not null default 0 check (delivery_pence between 0 and pence);
