-- Adds a note to an order; notes are never changed. Customers read none, packers only those for packers, and
-- a packer's notes are for packers.
drop function if exists public.add_order_note(uuid, text);
create or replace function public.add_order_note(p_order_id uuid, p_text text, p_is_for_packers boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_text text := public.trim_white_space(coalesce(p_text, ''));
begin
  if not public.is_admin() or not exists (select from public.orders o where o.id = p_order_id) then
    return public.refused('not-found');
  end if;
  if v_text !~ '\S' or char_length(v_text) > 1000 then
    return public.refused('note-invalid');
  end if;
  insert into public.order_notes (order_id, author_id, text, is_for_packers)
  values (p_order_id, public.current_user_id(), v_text, coalesce(p_is_for_packers, false) or not public.is_manager());
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  values ('admin', public.current_user_id(), 'order-note', p_order_id, 'note-added');
  return public.done('{}');
end $$;

revoke execute on function public.add_order_note(uuid, text, boolean) from public;
grant execute on function public.add_order_note(uuid, text, boolean) to ninth_bend_admin, ninth_bend_packer;
