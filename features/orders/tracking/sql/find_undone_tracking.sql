-- Tracking entries of a shipment that was undone, to ship the order again; packers cannot read them in the
-- history.
create or replace function public.find_undone_tracking(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select (select t.details -> 'tracking' -> 'to' from public.order_history t
           where t.order_id = p_order_id and t.event = 'tracked' and t.id > (
             select max(m.id) from public.order_history m
              where m.order_id = p_order_id and m.event = 'moved' and m.to_status = 'shipped')
           order by t.id desc limit 1)
    from (select h.event, h.from_status from public.order_history h
           where h.order_id = p_order_id and h.to_status is not null order by h.id desc limit 1) last_step
   where last_step.event = 'undone' and last_step.from_status = 'shipped' and (select public.is_admin())
$$;

revoke execute on function public.find_undone_tracking(uuid) from public;
grant execute on function public.find_undone_tracking(uuid) to ninth_bend_admin, ninth_bend_packer;
