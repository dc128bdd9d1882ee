-- The texts by which orders are found, once for each customer instead of once for each order (ADR-78).

create table order_search_texts (
  user_id uuid not null,
  search_text text not null
);
insert into order_search_texts (user_id, search_text) select distinct user_id, search_text from orders;
create unique index order_search_texts_once on order_search_texts (user_id, hashtextextended(search_text, 0));
create index order_search_texts_trgm on order_search_texts using gin (search_text gin_trgm_ops);
drop index orders_search_text_trgm;
