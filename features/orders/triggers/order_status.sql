-- How long a status transition can be undone and its email waits; the same as UNDO_SECONDS in
-- features/orders/undo-window.ts.
create or replace function public.order_undo_window() returns interval language sql immutable parallel safe
return interval '10 seconds';

-- updated_at and version of a changed order, and its status: it moves one step forward or to cancelled. A step back is allowed only if
-- the history of the same transaction undoes the last transition within the undo window.
create or replace function public.change_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_undone record;
  v_last_move record;
begin
  new.updated_at := now();
  new.version := old.version + 1;
  if new.status in ('cancelled', old.status) or exists (select from public.order_statuses() s where s.status = old.status and s.next_status = new.status) then
    return new;
  end if;
  select h.event, h.from_status, h.to_status, h.at into v_undone
    from public.order_history h where h.order_id = old.id and h.to_status is not null order by h.id desc limit 1;
  select h.event, h.from_status, h.to_status, h.at into v_last_move
    from public.order_history h where h.order_id = old.id and h.to_status is not null order by h.id desc offset 1 limit 1;
  if (exists (select from public.order_statuses() s where s.status = new.status and s.next_status = old.status)
      and (v_undone.event, v_undone.from_status, v_undone.to_status) = ('undone', old.status, new.status)
      and (v_last_move.event, v_last_move.from_status, v_last_move.to_status) = ('moved', new.status, old.status)
      and v_undone.at = now() and v_undone.at <= v_last_move.at + public.order_undo_window()) is true then
    return new;
  end if;
  raise exception using errcode = 'check_violation',
    message = 'orders: a status moves one step forward or to cancelled, and back only where that step is undone.';
end $$;
create or replace trigger set_version_and_updated_at before update on orders
  for each row execute function change_order();
