-- Moves a category to a position (from 1); the others keep their relative order.
create or replace function public.set_category_position(p_category_id uuid, p_position integer)
returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_order uuid[];
  v_position integer;
  v_old_position integer;
begin
  if not is_manager() then
    return refused('not-found');
  end if;
  -- A fixed order, so that concurrent moves cannot deadlock.
  perform from categories order by id for no key update;
  v_order := array(select c.id from categories c order by c.position, lower(c.name) collate "C", c.id);
  v_old_position := array_position(v_order, p_category_id);
  if v_old_position is null then
    return refused('not-found');
  end if;
  v_position := least(greatest(coalesce(p_position, v_old_position), 1), cardinality(v_order));
  v_order := array_remove(v_order, p_category_id);
  v_order := v_order[:v_position - 1] || p_category_id || v_order[v_position:];
  update categories c set position = o.position
    from unnest(v_order) with ordinality o (id, position)
   where o.id = c.id and c.position is distinct from o.position;
  if v_position <> v_old_position then
    insert into audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after, version)
    select 'admin', current_user_id(), 'category', c.id, 'changed', jsonb_build_object('position', v_old_position), jsonb_build_object('position', v_position), c.version
      from categories c where c.id = p_category_id;
  end if;
  return done(jsonb_build_object('place', v_position));
end $$;

revoke execute on function public.set_category_position(uuid, integer) from public;
grant execute on function public.set_category_position(uuid, integer) to ninth_bend_admin;
