-- Adds a whole saved delivery to the stock, or nothing. p_lines: [{product_id, quantity, batch_number,
-- best_before, unit_cost}]; each line becomes a batch.
create or replace function public.receive_delivery(p_id uuid, p_version integer, p_lines jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_delivery record;
  v_today constant date := (now() at time zone 'Europe/London')::date;
  -- One element for each line.
  v_product_ids uuid[];
  v_quantities integer[];
  v_numbers text[];
  v_dates date[];
  v_costs numeric[];
  v_batch_ids uuid[];
  v_problems jsonb;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select d.version, d.reason, d.received_at into v_delivery from public.deliveries d where d.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_delivery.received_at is not null then
    return public.refused('already-received');
  end if;
  if v_delivery.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  if v_delivery.reason is null then
    return public.refused('reason-missing');
  end if;
  if (jsonb_typeof(p_lines) = 'array' and jsonb_array_length(p_lines) between 1 and 200) is not true then
    return public.refused('lines-invalid');
  end if;

  select array_agg(l.product_id order by sent.line), array_agg(l.quantity order by sent.line),
         array_agg(nullif(public.trim_white_space(l.batch_number), '') order by sent.line), array_agg(l.best_before order by sent.line),
         array_agg(l.unit_cost order by sent.line), array_agg(gen_random_uuid() order by sent.line)
    into v_product_ids, v_quantities, v_numbers, v_dates, v_costs, v_batch_ids
    from jsonb_array_elements(p_lines) with ordinality as sent (entry, line),
         lateral jsonb_to_record(sent.entry) as l (product_id uuid, quantity integer, batch_number text, best_before date, unit_cost numeric);
  perform from public.products p where p.id = any (v_product_ids) order by p.id for no key update;
  select jsonb_agg(jsonb_build_object('line', line.number, 'problem', line.problem) order by line.number) into v_problems
    from (
      select sent.number, case
               when p.id is null then 'not-found'
               when (sent.quantity between 1 and 100000) is not true then 'quantity-invalid'
               when char_length(sent.batch_number) > 60 then 'batch-invalid'
               when sent.best_before < v_today or sent.best_before > v_today + 36525 then 'best-before-invalid'
               when (sent.unit_cost between 0 and 99999.99 and sent.unit_cost = round(sent.unit_cost, 2)) is false then 'cost-invalid'
               -- A recalled batch must not be sold again through another delivery.
               when exists (select from public.product_batches b
                             where b.product_id = sent.product_id and b.is_recalled and lower(b.batch_number) = lower(sent.batch_number)) then 'recalled'
               when p.stock + sum(sent.quantity) over (partition by sent.product_id) > 1000000 then 'too-many'
             end as problem
        from unnest(v_product_ids, v_quantities, v_numbers, v_dates, v_costs) with ordinality
               as sent (product_id, quantity, batch_number, best_before, unit_cost, number)
        left join public.products p on p.id = sent.product_id
    ) line where line.problem is not null;
  if v_problems is not null then
    return public.refused('lines-invalid', jsonb_build_object('lines', v_problems));
  end if;

  perform public.start_batches(v_product_ids);
  insert into public.product_batches (id, product_id, batch_number, best_before, unit_cost, delivery_id, line_number)
  select sent.id, sent.product_id, sent.batch_number, sent.best_before, sent.unit_cost, p_id, sent.number
    from unnest(v_batch_ids, v_product_ids, v_numbers, v_dates, v_costs) with ordinality
           as sent (id, product_id, batch_number, best_before, unit_cost, number);
  with received as (
    update public.products p set stock = p.stock + line.quantity
      from (select sent.product_id, sum(sent.quantity)::integer as quantity
              from unnest(v_product_ids, v_quantities) as sent (product_id, quantity) group by sent.product_id) line
     where p.id = line.product_id
    returning p.id, p.stock - line.quantity as stock_before
  )
  insert into public.inventory_adjustments
    (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after, batch_id)
  select sent.product_id, sent.quantity, v_delivery.reason, 'delivery_received', 'admin', public.current_user_id(),
         r.stock_before + sum(sent.quantity) over (partition by sent.product_id order by sent.number), sent.batch_id
    from unnest(v_product_ids, v_quantities, v_batch_ids) with ordinality as sent (product_id, quantity, batch_id, number)
    join received r on r.id = sent.product_id
   order by sent.number;
  update public.deliveries d
     set received_at = now(), received_by = public.current_user_id(), version = d.version + 1, updated_at = now()
   where d.id = p_id;
  return public.done(jsonb_build_object('version', p_version + 1, 'lines', cardinality(v_product_ids), 'pieces', (
    select sum(sent.quantity) from unnest(v_quantities) as sent (quantity))));
end $$;

revoke execute on function public.receive_delivery(uuid, integer, jsonb) from public;
grant execute on function public.receive_delivery(uuid, integer, jsonb) to ninth_bend_admin;
