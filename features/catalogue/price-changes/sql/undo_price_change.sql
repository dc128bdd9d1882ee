-- Restores the old prices of a price change, for a day. Products whose price was set since keep it and are
-- named.
create or replace function public.undo_price_change(p_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_change record;
  v_ids uuid[];
  v_kept jsonb;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select c.made_at, c.undone_at into v_change from public.price_changes c where c.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_change.undone_at is not null then
    return public.refused('already-undone');
  end if;
  if v_change.made_at <= now() - interval '1 day' then
    return public.refused('too-late');
  end if;
  perform from public.products p
    where p.id in (select l.product_id from public.price_change_lines l where l.price_change_id = p_id)
    order by p.id for no key update;

  -- The audit log also shows a price that was changed away and back.
  v_ids := array(
    select l.product_id from public.price_change_lines l join public.products p on p.id = l.product_id
     where l.price_change_id = p_id and p.price = l.new_price
       and not exists (select from public.audit_events e
                        where e.subject_id = l.product_id and e.event = 'changed' and e.version > l.version and e.after ? 'price'));
  select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'price', p.price) order by lower(p.name), p.id), '[]') into v_kept
    from public.price_change_lines l join public.products p on p.id = l.product_id
   where l.price_change_id = p_id and l.product_id <> all (v_ids);
  if v_ids = '{}' then
    return public.refused('all-changed-since');
  end if;

  update public.products p set price = l.old_price
    from public.price_change_lines l
   where l.price_change_id = p_id and l.product_id = p.id and p.id = any (v_ids);
  update public.price_change_lines l set is_undone = true where l.price_change_id = p_id and l.product_id = any (v_ids);
  update public.price_changes c set undone_at = now(), undone_by = public.current_user_id() where c.id = p_id;
  return public.done(jsonb_build_object('undone', cardinality(v_ids), 'kept', v_kept));
end $$;

revoke execute on function public.undo_price_change(uuid) from public;
grant execute on function public.undo_price_change(uuid) to ninth_bend_admin;
