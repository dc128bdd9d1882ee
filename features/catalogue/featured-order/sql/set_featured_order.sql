-- Puts the first featured products in the owner's order; the others follow by name. An empty order means by
-- name. Refused if the order has changed since the page showed it.
create or replace function public.set_featured_order(p_order uuid[], p_seen uuid[])
returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_before uuid[];
  v_after uuid[];
begin
  if not is_manager() then
    return refused('not-found');
  end if;
  -- A fixed order, so that concurrent changes cannot deadlock.
  perform from products p where p.is_featured and (p.featured_position is not null or p.id = any (p_seen)) order by p.id for no key update;
  v_before := first_featured_products();
  if v_before <> p_seen then
    return refused('changed-meanwhile');
  end if;
  if exists (select from unnest(p_order) o (id) group by o.id having count(*) > 1 or o.id is null or o.id <> all (v_before)) then
    return refused('order-invalid');
  end if;
  update products p set featured_position = array_position(p_order, p.id)
   where p.is_featured and p.featured_position is distinct from array_position(p_order, p.id)
     and (p.featured_position is not null or p.id = any (p_order));
  v_after := first_featured_products();
  if v_after <> v_before then
    insert into audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after)
    values ('admin', current_user_id(), 'setting', md5('setting:featured_order')::uuid, 'changed',
            jsonb_build_object('featured_order', product_names(v_before)), jsonb_build_object('featured_order', product_names(v_after)));
  end if;
  return done('{}');
end $$;

-- All products that the owner can order, including inactive ones.
create or replace function public.first_featured_products() returns uuid[]
language sql stable set search_path = ''
return array(select p.id from public.products p where p.is_featured and p.archived_at is null
              -- The same number as FEATURED_ORDER_LIMIT in shop/constants.ts.
              order by p.featured_position, lower(p.name) collate "C", p.id limit 100);

revoke execute on function public.set_featured_order(uuid[], uuid[]), public.first_featured_products() from public;
grant execute on function public.set_featured_order(uuid[], uuid[]) to ninth_bend_admin;
