-- Runs once, while the definitions are those of a build before the migration: adds orders that its nodes
-- placed or edited since then. None of their transactions lasts an hour.
do $$
declare
  v_migrated_at constant timestamptz := (select m.applied_at from ninth_bend.migrations m where m.name = '0061-order-search-texts.sql');
begin
  if not exists (select from ninth_bend.definitions d where d.applied_at >= v_migrated_at) then
    lock table public.orders in share row exclusive mode;
    insert into public.order_search_texts (user_id, search_text)
    select distinct o.user_id, o.search_text from public.orders o
     where o.updated_at >= v_migrated_at - interval '1 hour'
       and not exists (select from public.order_search_texts t where t.user_id = o.user_id and t.search_text = o.search_text);
  end if;
end $$;

-- Every text of an order is a text of its customer, and stays when an edit changes the address.
create or replace function public.add_order_search_texts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.order_search_texts (user_id, search_text) select distinct o.user_id, o.search_text from placed_orders o on conflict do nothing;
  return null;
end $$;
create or replace trigger add_order_search_texts after insert on orders
  referencing new table as placed_orders for each statement execute function add_order_search_texts();

-- Deletes the unused texts of an erased customer, and of a phone customer whose account takes over the
-- orders. Both lock the customer, so no order with such a text is placed meanwhile.
create or replace function public.change_order_search_texts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id <> old.user_id or current_setting('ninth_bend.erases_customer', true) = 'yes' then
    delete from public.order_search_texts t
     where t.user_id = old.user_id and not exists (select from public.orders o where o.user_id = t.user_id and o.search_text = t.search_text);
  end if;
  insert into public.order_search_texts (user_id, search_text) values (new.user_id, new.search_text) on conflict do nothing;
  return null;
end $$;
create or replace trigger change_order_search_texts after update of shipping_address, user_id on orders
  for each row execute function change_order_search_texts();
