-- Products of the demonstration, known by their pictures as in shop/catalogue/demo/demo-products.ts. Those with an order or a
-- batch stay on record.
create or replace function public.demonstration_products()
returns table (id uuid, is_active boolean, stays boolean) language sql stable set search_path = '' as $$
  select p.id, p.is_active,
         exists (select from public.order_items i where i.product_id = p.id)
           or exists (select from public.product_batches b where b.product_id = p.id)
    from public.products p where p.image_url like '%-1793523600000.webp'
$$;

-- Categories of the demonstration; `stays` while a product is in them that stays or is none of the demonstration.
create or replace function public.demonstration_categories()
returns table (id uuid, stays boolean) language sql stable set search_path = '' as $$
  select c.id, exists (select from public.products p left join public.demonstration_products() d on d.id = p.id
                        where p.category_id = c.id and coalesce(d.stays, true))
    from public.categories c where c.image_url like '%-1793523600000.webp'
$$;

-- What remove_demonstration() would do now, and how many categories it would leave; no row unless the actor is an owner.
create or replace function public.count_demonstration()
returns table (deleted integer, switched_off integer, categories_deleted integer, categories_left integer)
language sql stable security definer set search_path = '' as $$
  select (select count(*)::integer from public.demonstration_products() d where not d.stays),
         (select count(*)::integer from public.demonstration_products() d where d.stays and d.is_active),
         (select count(*)::integer from public.demonstration_categories() c where not c.stays),
         (select count(*)::integer from public.demonstration_categories() c where c.stays)
   where (select public.is_owner())
$$;

-- Deletes the products of the demonstration that do not stay, and its categories that are empty then; switches off the others.
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
  -- An order that is being placed holds its products, and is seen afterwards.
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

revoke execute on function public.demonstration_products(), public.demonstration_categories(),
  public.count_demonstration(), public.remove_demonstration() from public;
grant execute on function public.count_demonstration(), public.remove_demonstration() to ninth_bend_admin;
