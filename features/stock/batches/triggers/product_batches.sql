-- Every stock change of a product moves its batches, whichever procedure makes it (ADR-63).

-- Divides each stock change among the batches. Sold first: units without a batch, then by best-before.
-- Returned units go back to the order's batches, the last to expire first.
create or replace function public.move_batches() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_product_ids constant uuid[] := array(
    select distinct a.product_id from added a
     where exists (select from public.product_batches b where b.product_id = a.product_id) order by a.product_id);
  v_change record;
  v_batch record;
  v_left integer;
  v_moved integer;
begin
  if v_product_ids = '{}' then
    return null;
  end if;
  -- Callers have locked these rows already.
  perform from public.products p where p.id = any (v_product_ids) order by p.id for no key update;
  for v_change in
    select a.id, a.product_id, a.quantity_change, a.batch_id, a.order_id, a.action_type in ('order_placed', 'order_edited') as is_sale
      from added a where a.product_id = any (v_product_ids) order by a.id
  loop
    v_left := abs(v_change.quantity_change);
    if v_change.quantity_change < 0 then
      for v_batch in
        select b.id, b.remaining from public.product_batches b
         where b.product_id = v_change.product_id and b.remaining > 0 and (v_change.batch_id is null or b.id = v_change.batch_id)
           and (not v_change.is_sale or public.is_batch_sellable(b.best_before, b.is_recalled))
         order by b.is_recalled, b.is_unrecorded desc, b.best_before, b.received_at, b.id
      loop
        exit when v_left = 0;
        v_moved := least(v_left, v_batch.remaining);
        v_left := v_left - v_moved;
        insert into public.batch_movements (adjustment_id, batch_id, order_id, quantity_change)
        values (v_change.id, v_batch.id, v_change.order_id, -v_moved);
        update public.product_batches b set remaining = b.remaining - v_moved where b.id = v_batch.id;
      end loop;
      if v_left > 0 then
        raise exception using errcode = 'check_violation',
          message = format('inventory_adjustments: %s pieces of product %s are in no batch that may be taken.', v_left, v_change.product_id);
      end if;
    else
      for v_batch in
        select b.id, taken.quantity from public.product_batches b
          join (select m.batch_id, -sum(m.quantity_change)::integer as quantity
                  from public.batch_movements m where m.order_id = v_change.order_id group by m.batch_id) taken on taken.batch_id = b.id
         where b.product_id = v_change.product_id and taken.quantity > 0 and (v_change.batch_id is null or b.id = v_change.batch_id)
         order by b.is_recalled desc, b.is_unrecorded, b.best_before desc, b.received_at desc, b.id desc
      loop
        exit when v_left = 0;
        v_moved := least(v_left, v_batch.quantity);
        v_left := v_left - v_moved;
        insert into public.batch_movements (adjustment_id, batch_id, order_id, quantity_change)
        values (v_change.id, v_batch.id, v_change.order_id, v_moved);
        update public.product_batches b set remaining = b.remaining + v_moved where b.id = v_batch.id;
      end loop;
      -- The rest was taken before the product had batches, or belongs to the named batch.
      if v_left > 0 then
        with named as (
          update public.product_batches b set remaining = b.remaining + v_left
           where b.product_id = v_change.product_id
             and case when v_change.batch_id is null then b.is_unrecorded else b.id = v_change.batch_id end
          returning b.id
        )
        insert into public.batch_movements (adjustment_id, batch_id, order_id, quantity_change)
        select v_change.id, n.id, v_change.order_id, v_left from named n;
      end if;
    end if;
  end loop;
  update public.products p set sellable_stock = public.sellable_stock(p.id, p.stock) where p.id = any (v_product_ids);
  return null;
end $$;
create or replace trigger move_batches after insert on inventory_adjustments referencing new table as added
  for each statement execute function move_batches();

-- At the end of every transaction the batches must add up to the stock. Fails if a stock changed without its
-- ledger, or a batch without the stock.
drop function if exists public.check_product_batches(uuid);
create or replace function public.check_product_batches() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_product_id uuid;
  v_product record;
  v_remaining bigint;
begin
  if tg_table_name = 'products' then
    v_product_id := new.id;
  else
    v_product_id := coalesce(new.product_id, old.product_id);
  end if;
  -- Already locked, unless a statement bypassed the procedures: then it waits for concurrent changes.
  perform from public.products p where p.id = v_product_id for no key update;
  v_remaining := (select sum(b.remaining) from public.product_batches b where b.product_id = v_product_id);
  select p.stock, p.sellable_stock into v_product from public.products p where p.id = v_product_id;
  if found and (v_product.stock, v_product.sellable_stock) is distinct from
     (coalesce(v_remaining, v_product.stock), case when v_remaining is not null then public.sellable_stock(v_product_id, v_product.stock) end) then
    raise exception using errcode = 'check_violation',
      message = format('product_batches: product %s has a stock of %s (%s may be sold), but batches of %s.',
        v_product_id, v_product.stock, v_product.sellable_stock, v_remaining);
  end if;
  return null;
end $$;
-- Products without batches do not start it.
create constraint trigger check_batches after update of stock, sellable_stock on products
  deferrable initially deferred for each row when (new.sellable_stock is not null or old.sellable_stock is not null)
  execute function check_product_batches();
create constraint trigger check_batches after insert or delete or update of product_id, remaining, best_before, is_recalled on product_batches
  deferrable initially deferred for each row execute function check_product_batches();

-- A batch keeps its product, opening quantity and cost, which the daily sums contain (cache_daily_sales).
create or replace trigger batch_identity_is_immutable before update on product_batches
  for each row when ((old.id, old.product_id, old.is_unrecorded, old.opening_quantity, old.received_at, old.unit_cost)
    is distinct from (new.id, new.product_id, new.is_unrecorded, new.opening_quantity, new.received_at, new.unit_cost))
  execute function reject_change('a batch keeps its product, its cost and what it began with.');
