-- Orders are found by their total.
create index orders_by_amount on orders (total_amount, created_at desc, id);
