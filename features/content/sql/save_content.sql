-- Saves the texts of a page as its next version. Refused if there is a newer version than `p_version` (0:
-- none yet). features/content checks pages, fields and texts first.
create or replace function public.save_content(p_page text, p_version integer, p_texts jsonb, p_restored_version integer default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_current record;
begin
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  select c.version, c.texts into v_current
    from public.content_versions c where c.page = p_page order by c.version desc limit 1;
  if coalesce(v_current.version, 0) is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  if p_restored_version is not null and not exists (
    select from public.content_versions c where c.page = p_page and c.version = p_restored_version and c.texts = p_texts) then
    return public.refused('not-found');
  end if;
  if coalesce(v_current.texts, '{}') = p_texts then
    return public.done('{}');
  end if;
  -- If two owners save at once, the second waits here for the key of the first.
  insert into public.content_versions (page, version, texts, saved_by, restored_version)
  values (p_page, p_version + 1, p_texts, public.current_user_id(), p_restored_version)
      on conflict do nothing;
  if not found then
    return public.refused('changed-meanwhile');
  end if;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after, version)
  values ('admin', public.current_user_id(), 'setting', md5('content:' || p_page)::uuid, 'text-changed',
          public.differing_fields(p_page, coalesce(v_current.texts, '{}'), p_texts),
          public.differing_fields(p_page, p_texts, coalesce(v_current.texts, '{}')) || jsonb_build_object('page', p_page),
          p_version + 1);
  return public.done('{}');
end $$;

revoke execute on function public.save_content(text, integer, jsonb, integer) from public;
grant execute on function public.save_content(text, integer, jsonb, integer) to ninth_bend_admin;
