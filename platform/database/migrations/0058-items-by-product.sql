-- Deleting a product looks for its items of orders, which without an index reads them all (the undo of an import).
create index order_items_by_product on order_items (product_id);
