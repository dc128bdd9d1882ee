-- Notes are never changed; customers and packers cannot read them.
create or replace function public.add_customer_note(p_user_id uuid, p_text text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_text constant text := public.trim_white_space(coalesce(p_text, ''));
begin
  if not public.is_manager() or exists (select from accounts.administrator a where a.user_id = p_user_id) then
    return public.refused('not-found');
  end if;
  -- A simultaneous erasure waits, or has removed the customer.
  perform from public.user_profiles p where p.user_id = p_user_id for share;
  if not found then
    return public.refused('not-found');
  end if;
  if v_text !~ '\S' or char_length(v_text) > 1000 then
    return public.refused('note-invalid');
  end if;
  insert into public.customer_notes (user_id, author_id, text) values (p_user_id, public.current_user_id(), v_text);
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event)
  values ('admin', public.current_user_id(), 'customer', p_user_id, 'note-added');
  return public.done('{}');
end $$;

revoke execute on function public.add_customer_note(uuid, text) from public;
grant execute on function public.add_customer_note(uuid, text) to ninth_bend_admin;
