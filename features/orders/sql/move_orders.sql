-- Moves the orders of [{id, expected_status, to_status}] in one transaction through move_order. Returns one
-- result each, in the same order; a refused order does not stop the others.
create or replace function public.move_orders(p_moves jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_move record;
  v_refusal jsonb;
  v_results jsonb := '[]';
begin
  if not public.is_admin() then
    return public.refused('not-found');
  end if;
  v_refusal := public.lock_orders(p_moves);
  if v_refusal is not null then
    return v_refusal;
  end if;
  for v_move in
    select m.id, m.expected_status, m.to_status
      from rows from (jsonb_to_recordset(p_moves) as (id uuid, expected_status text, to_status text)) with ordinality m
     order by m.ordinality
  loop
    v_results := v_results || (jsonb_build_object('id', v_move.id)
      || public.move_order(v_move.id, v_move.expected_status, v_move.to_status));
  end loop;
  return public.done(v_results);
end $$;

revoke execute on function public.move_orders(jsonb) from public;
grant execute on function public.move_orders(jsonb) to ninth_bend_admin, ninth_bend_packer;
