-- Whether an administrator changed the content of a demonstration product or category, which then belongs to
-- the owner.
create or replace function public.is_made_own(p_id uuid)
returns boolean language sql stable set search_path = '' as $$
  select exists (select from public.audit_events e
                  where e.subject_id = p_id and e.event = 'changed' and e.actor_kind = 'admin'
                    and e.after - '{is_active,archived_at,is_on_home_page}'::text[] <> '{}')
$$;

-- Unchanged demonstration products, recognised by their pictures (features/catalogue/demo/demo-products.ts).
-- Those with an order, a batch or a recall stay.
create or replace function public.demonstration_products()
returns table (id uuid, is_active boolean, stays boolean) language sql stable set search_path = '' as $$
  select p.id, p.is_active,
         exists (select from public.order_items i where i.product_id = p.id)
           or exists (select from public.product_batches b where b.product_id = p.id)
           or exists (select from public.recalls r where r.product_id = p.id)
    from public.products p where p.image_url like '%-1793523600000.webp' and not public.is_made_own(p.id)
$$;

-- Unchanged demonstration categories; `stays` if they contain a product that stays or belongs to the owner.
create or replace function public.demonstration_categories()
returns table (id uuid, stays boolean) language sql stable set search_path = '' as $$
  select c.id, exists (select from public.products p left join public.demonstration_products() d on d.id = p.id
                        where p.category_id = c.id and coalesce(d.stays, true))
    from public.categories c where c.image_url like '%-1793523600000.webp' and not public.is_made_own(c.id)
$$;

drop function if exists public.count_demonstration();
-- The names of what remove_demonstration() would delete, switch off and leave; no row unless the actor is an owner.
create or replace function public.find_demonstration()
returns table (deleted text[], switched_off text[], kept text[], categories_deleted text[], categories_left text[])
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(n.name order by lower(n.name)) filter (where n.fate = 'deleted'), '{}'),
         coalesce(array_agg(n.name order by lower(n.name)) filter (where n.fate = 'switched-off'), '{}'),
         coalesce(array_agg(n.name order by lower(n.name)) filter (where n.fate = 'kept'), '{}'),
         coalesce(array_agg(n.name order by lower(n.name)) filter (where n.fate = 'category-deleted'), '{}'),
         coalesce(array_agg(n.name order by lower(n.name)) filter (where n.fate = 'category-left'), '{}')
    from (
      select p.name, case when not d.stays then 'deleted' when d.is_active then 'switched-off' end as fate
        from public.demonstration_products() d join public.products p using (id)
      union all
      select p.name, 'kept' from public.products p
       where p.image_url like '%-1793523600000.webp' and public.is_made_own(p.id)
      union all
      select c.name, case when d.stays then 'category-left' else 'category-deleted' end
        from public.demonstration_categories() d join public.categories c using (id)
    ) n
  having (select public.is_owner())
$$;

-- Deletes the products that do not stay, and categories that are then empty; switches off the others.
create or replace function public.remove_demonstration()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_removed uuid[];
  v_deleted integer;
  v_switched_off integer;
  v_categories integer;
begin
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  -- A simultaneous order locks its products, and is seen afterwards.
  perform from public.products p
    where p.id in (select d.id from public.demonstration_products() d) order by p.id for update;
  v_removed := array(select d.id from public.demonstration_products() d where not d.stays);

  perform set_config('ninth_bend.removes_demonstration', 'yes', true);
  delete from public.inventory_adjustments a where a.product_id = any (v_removed);
  perform set_config('ninth_bend.removes_demonstration', '', true);
  delete from public.products p where p.id = any (v_removed);
  get diagnostics v_deleted = row_count;
  update public.products p set is_active = false
   where p.is_active and p.id in (select d.id from public.demonstration_products() d);
  get diagnostics v_switched_off = row_count;
  delete from public.categories c
   where c.id in (select d.id from public.demonstration_categories() d where not d.stays);
  get diagnostics v_categories = row_count;

  if v_deleted + v_switched_off + v_categories > 0 then
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before)
    values ('admin', public.current_user_id(), 'setting', md5('setting:demonstration')::uuid, 'removed', jsonb_build_object(
      'deleted_products', v_deleted, 'switched_off_products', v_switched_off, 'deleted_categories', v_categories));
  end if;
  return public.done(jsonb_build_object('deleted', v_deleted, 'switched_off', v_switched_off, 'categories_deleted', v_categories));
end $$;

revoke execute on function public.is_made_own(uuid), public.demonstration_products(), public.demonstration_categories(),
  public.find_demonstration(), public.remove_demonstration() from public;
grant execute on function public.find_demonstration(), public.remove_demonstration() to ninth_bend_admin;
