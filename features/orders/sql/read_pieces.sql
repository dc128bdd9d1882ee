-- A quantity from a request: a whole number from 1 to 999, otherwise null.
create or replace function public.read_pieces(p_quantity jsonb) returns integer language sql immutable parallel safe
return case when jsonb_typeof(p_quantity) = 'number'
            then case when p_quantity::numeric between 1 and 999 and p_quantity::numeric = trunc(p_quantity::numeric)
                      then p_quantity::integer end end;

revoke execute on function public.read_pieces(jsonb) from public;
