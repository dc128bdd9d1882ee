-- Saves counts without changing stock. p_counts: [{line, counted}]; null: count again. A new count is
-- compared with what should be on the shelf now; an unchanged one keeps its moment (ADR-47).
create or replace function public.save_stock_take(p_id uuid, p_version integer, p_reason text, p_counts jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_take record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if (jsonb_typeof(p_counts) = 'array' and jsonb_array_length(p_counts) <= 2000) is not true then
    return public.refused('counts-invalid');
  end if;
  select t.version, t.applied_at into v_take from public.stock_takes t where t.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_take.applied_at is not null then
    return public.refused('already-applied');
  end if;
  if v_take.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  if exists (select from jsonb_to_recordset(p_counts) as c (counted integer) where c.counted not between 0 and 1000000) then
    return public.refused('counts-invalid');
  end if;
  with changed as (
    select l.id, c.counted from jsonb_to_recordset(p_counts) as c (line bigint, counted integer)
      join public.stock_take_lines l on l.id = c.line
     where l.stock_take_id = p_id and l.counted is distinct from c.counted
  )
  update public.stock_take_lines l
     set counted = changed.counted,
         expected = case when changed.counted is not null then shelf.in_books + shelf.reserved end,
         counted_at = case when changed.counted is not null then clock_timestamp() end,
         counted_by = case when changed.counted is not null then public.current_user_id() end
    from changed, public.stock_take_shelf(p_id, array(select changed.id from changed)) shelf
   where l.id = changed.id and shelf.line_id = l.id;
  update public.stock_takes t
     set reason = nullif(left(public.trim_white_space(coalesce(p_reason, '')), 500), ''), version = t.version + 1, updated_at = now()
   where t.id = p_id;
  return public.done(jsonb_build_object('version', p_version + 1));
end $$;

-- Deletes a stock-take that was not applied.
create or replace function public.delete_stock_take(p_id uuid, p_version integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  delete from public.stock_takes t where t.id = p_id and t.version = p_version and t.applied_at is null;
  return case when found then public.done('{}') else public.refused('changed-meanwhile') end;
end $$;

revoke execute on function public.save_stock_take(uuid, integer, text, jsonb), public.delete_stock_take(uuid, integer) from public;
grant execute on function public.save_stock_take(uuid, integer, text, jsonb), public.delete_stock_take(uuid, integer) to ninth_bend_admin;
