-- Stops the sale of batches at once and records the recall. p_batch_ids null: the whole product, including
-- units without a batch. A form sent twice makes one recall.
create or replace function public.start_recall(
  p_id uuid, p_product_id uuid, p_batch_ids uuid[], p_reason text, p_customer_text text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_reason constant text := nullif(left(public.trim_white_space(coalesce(p_reason, '')), 500), '');
  v_customer_text constant text := nullif(left(public.trim_white_space(coalesce(p_customer_text, '')), 5000), '');
  v_batch_ids uuid[];
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  perform from public.products p where p.id = p_product_id for no key update;
  if not found then
    return public.refused('not-found');
  end if;
  if exists (select from public.recalls r where r.id = p_id) then
    return public.done(jsonb_build_object('recall_id', p_id, 'repeated', true));
  end if;
  if p_id is null or v_reason is null or v_customer_text is null then
    return public.refused('fields-missing');
  end if;
  if p_batch_ids is null then
    perform public.start_batches(array[p_product_id]);
  end if;
  v_batch_ids := array(
    select b.id from public.product_batches b
     where b.product_id = p_product_id and case when p_batch_ids is null then not b.is_recalled else b.id = any (p_batch_ids) end
     order by b.id);
  if v_batch_ids = '{}' or cardinality(v_batch_ids) < (select count(distinct id) from unnest(p_batch_ids) as chosen (id)) then
    return public.refused('batches-missing');
  end if;
  if exists (select from public.product_batches b where b.id = any (v_batch_ids) and b.is_recalled) then
    return public.refused('already-recalled');
  end if;

  insert into public.recalls (id, product_id, reason, customer_text, created_by)
  values (p_id, p_product_id, v_reason, v_customer_text, public.current_user_id());
  insert into public.recall_batches (recall_id, batch_id) select p_id, id from unnest(v_batch_ids) as chosen (id);
  update public.product_batches b set is_recalled = true where b.id = any (v_batch_ids);
  update public.products p set sellable_stock = public.sellable_stock(p.id, p.stock) where p.id = p_product_id;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, after)
  values ('admin', public.current_user_id(), 'recall', p_product_id, 'recalled', jsonb_build_object('recall_id', p_id, 'reason', v_reason));
  return public.done(jsonb_build_object('recall_id', p_id, 'repeated', false));
end $$;

revoke execute on function public.start_recall(uuid, uuid, uuid[], text, text) from public;
grant execute on function public.start_recall(uuid, uuid, uuid[], text, text) to ninth_bend_admin;
