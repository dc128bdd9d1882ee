-- Every text of an order is a text of its customer. A text stays when an edit changes the address; erase_customer() deletes those that no order has.
create or replace function public.add_order_search_texts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_search_texts (user_id, search_text) select distinct o.user_id, o.search_text from changed_orders o on conflict do nothing;
  return null;
end $$;
create or replace trigger add_order_search_texts after insert on orders
  referencing new table as changed_orders for each statement execute function add_order_search_texts();

create or replace function public.add_order_search_text() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_search_texts (user_id, search_text) values (new.user_id, new.search_text) on conflict do nothing;
  return null;
end $$;
create or replace trigger add_order_search_text after update of shipping_address, user_id on orders
  for each row execute function add_order_search_text();
