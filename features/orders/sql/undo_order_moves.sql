-- Undoes the last transition of each order of [{id, expected_status}] in one transaction through
-- undo_order_move. Returns one result each, in the same order; a refused order does not stop the others.
create or replace function public.undo_order_moves(p_moves jsonb)
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
    select m.id, m.expected_status
      from rows from (jsonb_to_recordset(p_moves) as (id uuid, expected_status text)) with ordinality m
     order by m.ordinality
  loop
    v_results := v_results || (jsonb_build_object('id', v_move.id)
      || public.undo_order_move(v_move.id, v_move.expected_status));
  end loop;
  return public.done(v_results);
end $$;

revoke execute on function public.undo_order_moves(jsonb) from public;
grant execute on function public.undo_order_moves(jsonb) to ninth_bend_admin, ninth_bend_packer;
