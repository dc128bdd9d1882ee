-- Saves all settings, or none: [{"name", "version", "value"}]. Values keep their JSON types. features/settings
-- checks names and values first.
create or replace function public.save_settings(p_settings jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_setting record;
  v_known record;
begin
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  -- Locks by name, so that two administrators cannot deadlock.
  perform from public.settings s
    where s.name in (select e ->> 'name' from jsonb_array_elements(p_settings) e) order by s.name for update;
  for v_setting in
    select e ->> 'name' as name, (e ->> 'version')::integer as version, e -> 'value' as value from jsonb_array_elements(p_settings) e
  loop
    select s.value, s.version into v_known from public.settings s where s.name = v_setting.name;
    if not found or jsonb_typeof(v_known.value) is distinct from jsonb_typeof(v_setting.value) then
      return public.refused('not-found');
    end if;
    if v_known.version is distinct from v_setting.version then
      return public.refused('changed-meanwhile');
    end if;
  end loop;

  with changed as (
    select s.name, s.value as was, e -> 'value' as value, s.version + 1 as version
      from jsonb_array_elements(p_settings) e join public.settings s on s.name = e ->> 'name'
     where s.value <> e -> 'value'
  ), updated as (
    update public.settings s set value = c.value, version = c.version, set_by = 'owner', updated_at = now()
      from changed c where s.name = c.name
  )
  -- The event contains only the changed fields.
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after, version)
  select 'admin', public.current_user_id(), 'setting', md5('setting:' || c.name)::uuid, 'changed',
         public.differing_fields(c.name, c.was, c.value), public.differing_fields(c.name, c.value, c.was), c.version
    from changed c order by c.name;
  return public.done('{}');
end $$;

-- The fields of an object that differ from those of another; any other value is one field under p_name.
create or replace function public.differing_fields(p_name text, p_value jsonb, p_other jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_value) = 'object'
    then coalesce((select jsonb_object_agg(f.key, f.value) from jsonb_each(p_value) f where f.value is distinct from p_other -> f.key), '{}')
    else jsonb_build_object(p_name, p_value) end
$$;

revoke execute on function public.save_settings(jsonb), public.differing_fields(text, jsonb, jsonb) from public;
grant execute on function public.save_settings(jsonb) to ninth_bend_admin;
