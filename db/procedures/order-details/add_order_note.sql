-- Adds a note of an administrator to an order; notes are never changed. Customers read none.
create or replace function public.add_order_note(p_order_id uuid, p_text text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_text text := public.trim_white_space(coalesce(p_text, ''));
begin
  if not public.is_manager() or not exists (select from public.orders o where o.id = p_order_id) then
    return public.refused('not-found');
  end if;
  if v_text !~ '\S' or char_length(v_text) > 1000 then
    return public.refused('note-invalid');
  end if;
  insert into public.order_notes (order_id, author_id, text) values (p_order_id, public.current_user_id(), v_text);
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  values ('admin', public.current_user_id(), 'order-note', p_order_id, 'note-added');
  return public.done('{}');
end $$;

revoke execute on function public.add_order_note(uuid, text) from public;
grant execute on function public.add_order_note(uuid, text) to ninth_bend_admin;
