-- Removes the products of the demonstration, known by their pictures: those without an order or a batch are deleted, others are
-- switched off. Categories of the demonstration that are empty then are deleted.
create or replace function public.remove_demonstration()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  -- As in shop/catalogue/demo/demo-products.ts.
  v_picture constant text := '%-1793523600000.webp';
  v_unordered uuid[];
  v_deleted integer;
  v_switched_off integer;
  v_categories integer;
begin
  if not public.is_owner() then
    return public.refused('not-found');
  end if;
  -- An order that is being placed holds its products, and is seen afterwards.
  perform from public.products p where p.image_url like v_picture order by p.id for update;
  v_unordered := array(
    select p.id from public.products p
     where p.image_url like v_picture and not exists (select from public.order_items i where i.product_id = p.id)
       and not exists (select from public.product_batches b where b.product_id = p.id));

  perform set_config('ninth_bend.removes_demonstration', 'yes', true);
  delete from public.inventory_adjustments a where a.product_id = any (v_unordered);
  perform set_config('ninth_bend.removes_demonstration', '', true);
  delete from public.products p where p.id = any (v_unordered);
  get diagnostics v_deleted = row_count;
  update public.products p set is_active = false where p.image_url like v_picture and p.is_active;
  get diagnostics v_switched_off = row_count;
  delete from public.categories c
   where c.image_url like v_picture and not exists (select from public.products p where p.category_id = c.id);
  get diagnostics v_categories = row_count;

  if v_deleted + v_switched_off + v_categories > 0 then
    insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before)
    values ('admin', public.current_user_id(), 'setting', md5('setting:demonstration')::uuid, 'removed', jsonb_build_object(
      'deleted_products', v_deleted, 'switched_off_products', v_switched_off, 'deleted_categories', v_categories));
  end if;
  return public.done(jsonb_build_object('deleted', v_deleted, 'switched_off', v_switched_off));
end $$;

revoke execute on function public.remove_demonstration() from public;
grant execute on function public.remove_demonstration() to ninth_bend_admin;
