-- A step forward of an order can be undone for a while, and orders are found by street and city, with any apostrophe or none.

-- For so long after a step it can be undone, and its mail waits.
create function order_undo_window() returns interval language sql immutable parallel safe
return interval '10 seconds';

alter table order_history
  -- How many steps of the order had been undone by then: a status is entered once between two of them.
  add column undo_count smallint not null default 0 check (undo_count >= 0),
  drop constraint order_history_event_check,
  add constraint order_history_event_check check (event in ('placed', 'moved', 'undone', 'cancelled', 'edited')),
  drop constraint event_fields_match_event,
  add constraint event_fields_match_event check (
    case event
      when 'placed' then from_status is null and to_status = 'pending'
      when 'moved' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled')
      when 'undone' then from_status is not null and to_status is not null and to_status not in (from_status, 'cancelled') and undo_count > 0
      when 'cancelled' then from_status is not null and to_status = 'cancelled' and reason is not null and undo_count = 0
      when 'edited' then from_status is null and to_status is null and details is not null
    end);
drop index order_history_status_once;
create unique index order_history_status_once on order_history (order_id, to_status, undo_count);

-- A step back is allowed only if the history of the same transaction says that it undoes the last step, and in time.
create function check_order_status_undo() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_undone record;
  v_last_move record;
begin
  select h.event, h.from_status, h.to_status, h.at into v_undone
    from public.order_history h where h.order_id = old.id and h.to_status is not null order by h.id desc limit 1;
  select h.event, h.from_status, h.to_status, h.at into v_last_move
    from public.order_history h where h.order_id = old.id and h.to_status is not null order by h.id desc offset 1 limit 1;
  if ((new.status, old.status) in (('pending', 'processing'), ('processing', 'shipped'), ('shipped', 'delivered'))
      and (v_undone.event, v_undone.from_status, v_undone.to_status) = ('undone', old.status, new.status)
      and (v_last_move.event, v_last_move.from_status, v_last_move.to_status) = ('moved', new.status, old.status)
      and v_undone.at = now() and v_undone.at <= v_last_move.at + public.order_undo_window()) is true then
    return new;
  end if;
  raise exception using errcode = 'check_violation',
    message = 'orders: a status moves one step forward or to cancelled, and back only where that step is undone (D22, D38).';
end $$;
drop trigger order_status_transition on orders;
create trigger order_status_transition before update of status on orders
  for each row when (not (new.status = 'cancelled' or new.status = old.status or (old.status, new.status) in
    (('pending', 'processing'), ('processing', 'shipped'), ('shipped', 'delivered'))))
  execute function check_order_status_undo();

-- Which apostrophe somebody types depends on their keyboard, and many leave it out.
create function strip_apostrophes(p_text text) returns text language sql immutable strict parallel safe
return translate(p_text, U&'\0027\2018\2019\02BC\02BB\0060\00B4\2032\FF07', '');

-- One line for each field, so that nothing is found across two of them. Written anew for all orders there are.
alter table orders drop column search_text;
alter table orders add column search_text text not null generated always as (strip_apostrophes(
  E'\n' || lower(regexp_replace(shipping_address ->> 'full_name', '\s+', ' ', 'g'))
  || E'\n' || regexp_replace(regexp_replace(shipping_address ->> 'phone', '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0')
  || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', ' ', 'g'))
  || E'\n' || lower(regexp_replace(shipping_address ->> 'post_code', '\s+', '', 'g'))
  || E'\n' || lower(coalesce(shipping_address ->> 'email', ''))
  || E'\n' || lower(regexp_replace(shipping_address ->> 'city', '\s+', ' ', 'g'))
  || E'\n' || lower(regexp_replace(shipping_address ->> 'address', '\s+', ' ', 'g')) || E'\n')) stored;
create index orders_search_text_trgm on orders using gin (search_text gin_trgm_ops);

-- Orders are found by the names of their products: the products by this, their sales by the ledger (inventory_adjustments_by_product).
create index product_search_text_name_trgm on product_search_text using gin (name gin_trgm_ops);
