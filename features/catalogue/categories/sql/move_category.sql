-- Moves a category before or after its neighbour; refused if they are no longer neighbours.
create or replace function public.move_category(p_category_id uuid, p_neighbour_id uuid)
returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_order uuid[];
begin
  if not is_manager() then
    return refused('not-found');
  end if;
  -- In the same order as set_category_position, so that concurrent moves cannot deadlock.
  perform from categories order by id for no key update;
  v_order := array(select c.id from categories c order by c.position, lower(c.name) collate "C", c.id);
  if array_position(v_order, p_category_id) is null then
    return refused('not-found');
  end if;
  if abs(array_position(v_order, p_category_id) - array_position(v_order, p_neighbour_id)) is distinct from 1 then
    return refused('changed-meanwhile');
  end if;
  return set_category_position(p_category_id, array_position(v_order, p_neighbour_id));
end $$;

revoke execute on function public.move_category(uuid, uuid) from public;
grant execute on function public.move_category(uuid, uuid) to ninth_bend_admin;
