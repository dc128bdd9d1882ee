-- One rule for checkout, edits and the constraint of orders, in pounds. Null: no rate was agreed, or it is never free.
create or replace function public.delivery_charge(p_items_total numeric, p_rate numeric, p_free_over numeric) returns numeric
language sql immutable parallel safe
return case when p_items_total > p_free_over then 0 else coalesce(p_rate, 0) end;
