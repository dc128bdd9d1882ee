-- What every order writes and nobody reads.

-- The items of a product and the stock changes of an order are asked for by nothing the shop does; only whoever deleted a product or
-- an order by hand would look through them, and neither can be deleted once it was ordered.
drop index order_items_by_product, inventory_adjustments_by_order;

-- One index tells the history of an order and keeps it from entering a status twice: rows without a status do not meet in it.
drop index order_history_by_order, order_history_status_once;
create unique index order_history_status_once on order_history (order_id, to_status);

-- Named column: a sale must not come here.
drop trigger slug_is_immutable on products;
create trigger slug_is_immutable before update of slug on products
  for each row when (old.slug <> new.slug)
  execute function reject_change('a slug never changes, so that links live (D13).');
