-- Deletes a group of the owner's search words.
create or replace function public.delete_search_group(p_id integer, p_version integer)
returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_version integer;
  v_words text;
begin
  if not is_manager() then
    return refused('not-found');
  end if;
  -- Without this lock, save_search_group could hold the table while it waits for the row.
  lock table search_groups in share row exclusive mode;
  select g.version into v_version from search_groups g where g.id = p_id and g.is_own;
  if not found then
    return refused('not-found');
  end if;
  if v_version is distinct from p_version then
    return refused('changed-meanwhile');
  end if;
  v_words := search_group_text(p_id);
  delete from search_groups g where g.id = p_id;
  insert into audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, version)
  values ('admin', current_user_id(), 'search-group', search_group_subject_id(p_id), 'deleted', jsonb_build_object('words', v_words), v_version + 1);
  return done(jsonb_build_object('id', p_id));
end $$;

revoke execute on function public.delete_search_group(integer, integer) from public;
grant execute on function public.delete_search_group(integer, integer) to ninth_bend_admin;
