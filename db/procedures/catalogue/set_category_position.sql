-- Puts a category at a place among all of them, counted from 1; the others keep their order around it.
create or replace function public.place_category(p_category_id uuid, p_place integer)
returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_order uuid[];
  v_place integer;
  v_before integer;
begin
  if not is_admin() then
    return refused('not-found');
  end if;
  -- In one order, so that two that are moved at once cannot wait for each other.
  perform from categories order by id for no key update;
  v_order := array(select c.id from categories c order by c.position, lower(c.name) collate "C", c.id);
  v_before := array_position(v_order, p_category_id);
  if v_before is null then
    return refused('not-found');
  end if;
  v_place := least(greatest(coalesce(p_place, v_before), 1), cardinality(v_order));
  v_order := array_remove(v_order, p_category_id);
  v_order := v_order[:v_place - 1] || p_category_id || v_order[v_place:];
  update categories c set position = o.position
    from unnest(v_order) with ordinality o (id, position)
   where o.id = c.id and c.position is distinct from o.position;
  if v_place <> v_before then
    insert into audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after, version)
    select 'admin', acting_user_id(), 'category', c.id, 'changed', jsonb_build_object('position', v_before), jsonb_build_object('position', v_place), c.version
      from categories c where c.id = p_category_id;
  end if;
  return done(jsonb_build_object('place', v_place));
end $$;

revoke execute on function public.place_category(uuid, integer) from public;
grant execute on function public.place_category(uuid, integer) to ninth_bend_admin;
