-- Applies the differences of all counts to the stock, or none. Each difference is from its own moment, so
-- later orders and deliveries remain. Units missing from a batch that sold out are taken from other batches.
create or replace function public.apply_stock_take(p_id uuid, p_version integer)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_take record;
  v_problems jsonb;
  v_adjustment_ids bigint[];
  v_counted integer;
begin
  if not public.is_manager() then
    return public.refused('not-found');
  end if;
  select t.version, t.reason, t.applied_at into v_take from public.stock_takes t where t.id = p_id for update;
  if not found then
    return public.refused('not-found');
  end if;
  if v_take.applied_at is not null then
    return public.refused('already-applied');
  end if;
  if v_take.version is distinct from p_version then
    return public.refused('changed-meanwhile');
  end if;
  if v_take.reason is null then
    return public.refused('reason-missing');
  end if;
  v_counted := (select count(*) from public.stock_take_lines l where l.stock_take_id = p_id and l.counted is not null);
  if v_counted = 0 then
    return public.refused('nothing-counted');
  end if;

  perform from public.products p
    where p.id in (select l.product_id from public.stock_take_lines l where l.stock_take_id = p_id and l.counted <> l.expected)
    order by p.id for no key update;
  select jsonb_agg(jsonb_build_object('product_id', found.product_id, 'name', found.name, 'problem', found.problem,
           'missing', -found.stock_after) order by found.name, found.product_id)
    into v_problems
    from (
      select p.id as product_id, p.name, p.stock + sum(l.counted - l.expected) as stock_after,
             case when p.stock + sum(l.counted - l.expected) < 0 then 'below-zero' else 'too-many' end as problem
        from public.stock_take_lines l join public.products p on p.id = l.product_id
       where l.stock_take_id = p_id group by p.id
      having p.stock + sum(l.counted - l.expected) not between 0 and 1000000
    ) found;
  if v_problems is not null then
    return public.refused('counts-refused', jsonb_build_object('products', v_problems));
  end if;

  with difference as (
    select l.product_id, l.batch_id, l.id, l.counted - l.expected as change,
           -- What its batch can provide.
           greatest(l.counted - l.expected, case when l.batch_id is null then -1000000 else -b.remaining end) as own_change
      from public.stock_take_lines l left join public.product_batches b on b.id = l.batch_id
     where l.stock_take_id = p_id and l.counted <> l.expected
  ), change as (
    select d.product_id, d.batch_id, d.own_change as quantity, case when d.own_change > 0 then 1 else 2 end as step, d.id
      from difference d where d.own_change <> 0
    union all
    select d.product_id, null, sum(d.change - d.own_change)::integer, 3, 0
      from difference d group by d.product_id having sum(d.change - d.own_change) <> 0
  ), changed as (
    update public.products p set stock = p.stock + total.quantity
      from (select c.product_id, sum(c.quantity)::integer as quantity from change c group by c.product_id) total
     where p.id = total.product_id
    returning p.id, p.stock - total.quantity as stock_before
  ), written as (
    insert into public.inventory_adjustments
      (product_id, quantity_change, reason, action_type, actor_kind, actor_id, stock_after, batch_id)
    select c.product_id, c.quantity, v_take.reason, 'stock_taken', 'admin', public.current_user_id(),
           p.stock_before + sum(c.quantity) over (partition by c.product_id order by c.step, c.id), c.batch_id
      from change c join changed p on p.id = c.product_id
     order by c.product_id, c.step, c.id
    returning id
  )
  select array_agg(w.id order by w.id) into v_adjustment_ids from written w;
  perform public.queue_low_stock_emails(v_adjustment_ids);
  update public.stock_takes t
     set applied_at = now(), applied_by = public.current_user_id(), version = t.version + 1, updated_at = now()
   where t.id = p_id;
  return public.done(jsonb_build_object('version', p_version + 1, 'counted', v_counted, 'changed', coalesce(cardinality(v_adjustment_ids), 0)));
end $$;

revoke execute on function public.apply_stock_take(uuid, integer) from public;
grant execute on function public.apply_stock_take(uuid, integer) to ninth_bend_admin;
