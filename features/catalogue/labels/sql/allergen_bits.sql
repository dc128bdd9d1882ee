-- Bit masks of the allergens contained, possible, and not declared free (features/catalogue/labels/allergen-bits.ts). One expression, which the
-- planner inlines: nested functions took half of a listing's time.
create or replace function public.allergen_bits(p_allergens jsonb) returns integer[]
language sql immutable parallel safe
return array[
  case when p_allergens ->> 'celery' = 'contains' then 1 else 0 end + case when p_allergens ->> 'gluten' = 'contains' then 2 else 0 end +
  case when p_allergens ->> 'crustaceans' = 'contains' then 4 else 0 end + case when p_allergens ->> 'eggs' = 'contains' then 8 else 0 end +
  case when p_allergens ->> 'fish' = 'contains' then 16 else 0 end + case when p_allergens ->> 'lupin' = 'contains' then 32 else 0 end +
  case when p_allergens ->> 'milk' = 'contains' then 64 else 0 end + case when p_allergens ->> 'molluscs' = 'contains' then 128 else 0 end +
  case when p_allergens ->> 'mustard' = 'contains' then 256 else 0 end + case when p_allergens ->> 'nuts' = 'contains' then 512 else 0 end +
  case when p_allergens ->> 'peanuts' = 'contains' then 1024 else 0 end + case when p_allergens ->> 'sesame' = 'contains' then 2048 else 0 end +
  case when p_allergens ->> 'soybeans' = 'contains' then 4096 else 0 end + case when p_allergens ->> 'sulphites' = 'contains' then 8192 else 0 end,
  case when p_allergens ->> 'celery' = 'may contain' then 1 else 0 end + case when p_allergens ->> 'gluten' = 'may contain' then 2 else 0 end +
  case when p_allergens ->> 'crustaceans' = 'may contain' then 4 else 0 end + case when p_allergens ->> 'eggs' = 'may contain' then 8 else 0 end +
  case when p_allergens ->> 'fish' = 'may contain' then 16 else 0 end + case when p_allergens ->> 'lupin' = 'may contain' then 32 else 0 end +
  case when p_allergens ->> 'milk' = 'may contain' then 64 else 0 end + case when p_allergens ->> 'molluscs' = 'may contain' then 128 else 0 end +
  case when p_allergens ->> 'mustard' = 'may contain' then 256 else 0 end + case when p_allergens ->> 'nuts' = 'may contain' then 512 else 0 end +
  case when p_allergens ->> 'peanuts' = 'may contain' then 1024 else 0 end + case when p_allergens ->> 'sesame' = 'may contain' then 2048 else 0 end +
  case when p_allergens ->> 'soybeans' = 'may contain' then 4096 else 0 end + case when p_allergens ->> 'sulphites' = 'may contain' then 8192 else 0 end,
  case when p_allergens ->> 'celery' is distinct from 'free' then 1 else 0 end + case when p_allergens ->> 'gluten' is distinct from 'free' then 2 else 0 end +
  case when p_allergens ->> 'crustaceans' is distinct from 'free' then 4 else 0 end + case when p_allergens ->> 'eggs' is distinct from 'free' then 8 else 0 end +
  case when p_allergens ->> 'fish' is distinct from 'free' then 16 else 0 end + case when p_allergens ->> 'lupin' is distinct from 'free' then 32 else 0 end +
  case when p_allergens ->> 'milk' is distinct from 'free' then 64 else 0 end + case when p_allergens ->> 'molluscs' is distinct from 'free' then 128 else 0 end +
  case when p_allergens ->> 'mustard' is distinct from 'free' then 256 else 0 end + case when p_allergens ->> 'nuts' is distinct from 'free' then 512 else 0 end +
  case when p_allergens ->> 'peanuts' is distinct from 'free' then 1024 else 0 end + case when p_allergens ->> 'sesame' is distinct from 'free' then 2048 else 0 end +
  case when p_allergens ->> 'soybeans' is distinct from 'free' then 4096 else 0 end + case when p_allergens ->> 'sulphites' is distinct from 'free' then 8192 else 0 end];

revoke execute on function public.allergen_bits(jsonb) from public;
grant execute on function public.allergen_bits(jsonb) to ninth_bend_visitor;
