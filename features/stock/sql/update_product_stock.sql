-- Changes the stock of a product and writes the ledger; there is no other way. p_batch_id: the counted batch; null: move_batches() chooses.
-- The older overload is dropped, because a call with four arguments would be ambiguous.
drop function if exists public.update_product_stock(uuid, integer, text, text);
create or replace function public.update_product_stock(
  p_product_id uuid, p_quantity_change integer, p_action_type text, p_notes text, p_batch_id uuid default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_stock bigint;
  v_remaining bigint;
  v_adjustment_id bigint;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  if coalesce(p_quantity_change, 0) = 0 or public.trim_white_space(coalesce(p_notes, '')) = ''
     or p_action_type is distinct from 'manual_adjustment' then
    return public.refused('fields-missing');
  end if;
  select p.stock into v_stock from public.products p where p.id = p_product_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_stock + p_quantity_change < 0 then
    return public.refused('below-zero', jsonb_build_object('stock', v_stock));
  end if;
  if v_stock + p_quantity_change > 1000000 then
    return public.refused('too-many', jsonb_build_object('stock', v_stock));
  end if;
  if p_batch_id is not null then
    select b.remaining into v_remaining from public.product_batches b where b.id = p_batch_id and b.product_id = p_product_id;
    if not found then
      return public.refused('not-found');
    end if;
    if v_remaining + p_quantity_change < 0 then
      return public.refused('below-zero', jsonb_build_object('stock', v_remaining));
    end if;
  end if;

  update public.products p set stock = p.stock + p_quantity_change where p.id = p_product_id
  returning p.stock into v_stock;
  insert into public.inventory_adjustments
    (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after, batch_id)
  values (p_product_id, p_quantity_change, left(public.trim_white_space(p_notes), 500), p_action_type,
    'admin', public.current_user_id(), v_stock, p_batch_id)
  returning id into v_adjustment_id;
  perform public.queue_low_stock_emails(array[v_adjustment_id]);
  return public.done(jsonb_build_object('stock', v_stock));
end $$;

revoke execute on function public.update_product_stock(uuid, integer, text, text, uuid) from public;
grant execute on function public.update_product_stock(uuid, integer, text, text, uuid) to ninth_bend_admin;
