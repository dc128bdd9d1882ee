-- Ends a recall, once. 'sold-again': its batches may be sold. 'written-off': its units leave the stock, and
-- the batches stay recalled, so that returned units are not sold.
create or replace function public.end_recall(p_recall_id uuid, p_outcome text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := nullif(left(public.trim_white_space(coalesce(p_reason, '')), 500), '');
  v_product_id uuid;
  v_pieces integer;
  v_stock integer;
  v_adjustment_ids bigint[];
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select r.product_id into v_product_id from public.recalls r where r.id = p_recall_id;
  if not found then
    return public.refused('not-found');
  end if;
  if v_reason is null or (p_outcome in ('sold-again', 'written-off')) is not true then
    return public.refused('fields-missing');
  end if;
  select p.stock into v_stock from public.products p where p.id = v_product_id for no key update;
  update public.recalls r set ended_at = now(), ended_by = public.current_user_id(), end_outcome = p_outcome, end_reason = v_reason
   where r.id = p_recall_id and r.ended_at is null;
  if not found then
    return public.refused('already-ended');
  end if;

  v_pieces := (select coalesce(sum(b.remaining), 0) from public.recall_batches c join public.product_batches b on b.id = c.batch_id
                where c.recall_id = p_recall_id);
  if p_outcome = 'sold-again' then
    update public.product_batches b set is_recalled = false
     where b.id in (select c.batch_id from public.recall_batches c where c.recall_id = p_recall_id);
    update public.products p set sellable_stock = public.sellable_stock(p.id, p.stock) where p.id = v_product_id;
  elsif v_pieces > 0 then
    update public.products p set stock = p.stock - v_pieces where p.id = v_product_id;
    with written as (
      insert into public.inventory_adjustments
        (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after, batch_id)
      select v_product_id, -b.remaining, v_reason, 'manual_adjustment', 'admin', public.current_user_id(),
             v_stock - sum(b.remaining) over (order by b.id), b.id
        from public.recall_batches c join public.product_batches b on b.id = c.batch_id
       where c.recall_id = p_recall_id and b.remaining > 0
       order by b.id
      returning id
    )
    select array_agg(w.id) into v_adjustment_ids from written w;
    perform public.queue_low_stock_emails(v_adjustment_ids);
  end if;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
  values ('admin', public.current_user_id(), 'recall', v_product_id, 'recall-ended',
    jsonb_build_object('recall_id', p_recall_id, 'outcome', p_outcome, 'pieces', v_pieces, 'reason', v_reason));
  return public.done(jsonb_build_object('pieces', v_pieces));
end $$;

revoke execute on function public.end_recall(uuid, text, text) from public;
grant execute on function public.end_recall(uuid, text, text) to ninth_bend_admin;
