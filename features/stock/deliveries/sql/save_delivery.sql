-- Saves a delivery as a draft, without changing stock. Version 0: a new one; a form sent twice creates one
-- delivery.
create or replace function public.save_delivery(p_id uuid, p_version integer, p_supplier text, p_reason text, p_lines jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_delivery record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if p_id is null or (jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) <= 200 and char_length(p_lines::text) <= 200000) is not true then
    return public.refused('lines-invalid');
  end if;
  if p_version = 0 then
    insert into public.deliveries (id, created_by) values (p_id, public.current_user_id()) on conflict (id) do nothing;
  end if;
  select d.version, d.received_at into v_delivery from public.deliveries d where d.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_delivery.received_at is not null then
    return public.refused('already-received');
  end if;
  -- A new row has version 1.
  if v_delivery.version is distinct from greatest(p_version, 1) then
    return public.refused('changed-meanwhile');
  end if;
  update public.deliveries d
     set supplier = nullif(left(public.trim_white_space(coalesce(p_supplier, '')), 200), ''),
         reason = nullif(left(public.trim_white_space(coalesce(p_reason, '')), 500), ''),
         lines = p_lines, version = d.version + 1, updated_at = now()
   where d.id = p_id;
  return public.done(jsonb_build_object('version', v_delivery.version + 1));
end $$;

-- Deletes a delivery that was not received.
create or replace function public.delete_delivery(p_id uuid, p_version integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  delete from public.deliveries d where d.id = p_id and d.version = p_version and d.received_at is null;
  return case when found then public.done('{}') else public.refused('changed-meanwhile') end;
end $$;

revoke execute on function public.save_delivery(uuid, integer, text, text, jsonb), public.delete_delivery(uuid, integer) from public;
grant execute on function public.save_delivery(uuid, integer, text, text, jsonb), public.delete_delivery(uuid, integer) to ninth_bend_admin;
