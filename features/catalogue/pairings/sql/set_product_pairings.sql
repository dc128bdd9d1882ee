-- Replaces the owner's picks for "Goes well with", in the given order, and records their names in the audit
-- log.
create or replace function public.set_product_pairings(p_product_id uuid, p_pairs_with uuid[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_before uuid[];
  v_max_picks constant integer := 4;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  -- Concurrent changes of one product's picks wait for each other.
  perform from public.products p where p.id = p_product_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if cardinality(p_pairs_with) > v_max_picks or p_product_id = any (p_pairs_with)
     or (select count(distinct p.id) from public.products p where p.id = any (p_pairs_with)) <> cardinality(p_pairs_with) then
    return public.refused('picks-invalid');
  end if;
  v_before := array(select g.pairs_with_id from public.product_pairings g where g.product_id = p_product_id order by g.position);
  if v_before = p_pairs_with then
    return public.done('{}');
  end if;
  delete from public.product_pairings g where g.product_id = p_product_id;
  insert into public.product_pairings (product_id, pairs_with_id, position)
  select p_product_id, pick.id, pick.position from unnest(p_pairs_with) with ordinality pick (id, position);
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after)
  values ('admin', public.current_user_id(), 'product', p_product_id, 'changed',
          jsonb_build_object('goes_well_with', public.product_names(v_before)),
          jsonb_build_object('goes_well_with', public.product_names(p_pairs_with)));
  return public.done('{}');
end $$;

create or replace function public.product_names(p_ids uuid[]) returns text
language sql stable set search_path = ''
return (select string_agg(p.name, ', ' order by each.position)
          from unnest(p_ids) with ordinality each (id, position) join public.products p on p.id = each.id);

revoke execute on function public.set_product_pairings(uuid, uuid[]), public.product_names(uuid[]) from public;
grant execute on function public.set_product_pairings(uuid, uuid[]) to ninth_bend_admin;
