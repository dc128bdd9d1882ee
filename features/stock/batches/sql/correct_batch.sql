-- Corrects the number and best-before date of a batch. p_seen_…: the values that the form showed, to detect a
-- second editor.
create or replace function public.correct_batch(
  p_batch_id uuid, p_seen_number text, p_seen_best_before date, p_number text, p_best_before date)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_number constant text := nullif(public.trim_white_space(coalesce(p_number, '')), '');
  v_product_id uuid;
  v_batch record;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select b.product_id into v_product_id from public.product_batches b where b.id = p_batch_id and not b.is_unrecorded;
  if not found then
    return public.refused('not-found');
  end if;
  perform from public.products p where p.id = v_product_id for no key update;
  select b.batch_number, b.best_before, b.is_recalled into v_batch from public.product_batches b where b.id = p_batch_id;
  if (v_batch.batch_number, v_batch.best_before) is distinct from (nullif(p_seen_number, ''), p_seen_best_before) then
    return public.refused('changed-meanwhile');
  end if;
  if char_length(v_number) > 60 then
    return public.refused('batch-invalid');
  end if;
  if p_best_before not between date '2000-01-01' and current_date + 36525 then
    return public.refused('best-before-invalid');
  end if;
  -- Buyers were informed of a recall with this number.
  if v_batch.is_recalled and v_number is distinct from v_batch.batch_number then
    return public.refused('is-recalled');
  end if;
  if not v_batch.is_recalled and exists (
       select from public.product_batches b
        where b.product_id = v_product_id and b.is_recalled and lower(b.batch_number) = lower(v_number)) then
    return public.refused('number-recalled');
  end if;

  update public.product_batches b set batch_number = v_number, best_before = p_best_before where b.id = p_batch_id;
  update public.products p set sellable_stock = public.sellable_stock(p.id, p.stock) where p.id = v_product_id;
  insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after)
  values ('admin', public.current_user_id(), 'batch', v_product_id, 'batch-corrected',
    jsonb_build_object('batch_number', v_batch.batch_number, 'best_before', v_batch.best_before),
    jsonb_build_object('batch_number', v_number, 'best_before', p_best_before));
  return public.done('{}');
end $$;

revoke execute on function public.correct_batch(uuid, text, date, text, date) from public;
grant execute on function public.correct_batch(uuid, text, date, text, date) to ninth_bend_admin;
