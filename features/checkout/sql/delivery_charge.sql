-- One rule for checkout, edits and the constraint on orders, in pounds. Null rate: no charge agreed; null
-- limit: never free.
create or replace function public.delivery_charge(p_items_total numeric, p_rate numeric, p_free_over numeric) returns numeric
language sql immutable parallel safe
return case when p_items_total > p_free_over then 0 else coalesce(p_rate, 0) end;
