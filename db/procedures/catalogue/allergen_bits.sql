-- A bit for each allergen: those contained, those possible, and all that are not declared free (shop/catalogue/labels/allergen-bits.ts).
create or replace function public.allergen_bits(p_allergens jsonb) returns integer[]
language sql immutable parallel safe security definer set search_path = '' as $$
  select array[public.stated_allergens(p_allergens, 'contains'), public.stated_allergens(p_allergens, 'may contain'), public.unsafe_allergens(p_allergens)]
$$;

revoke execute on function public.allergen_bits(jsonb) from public;
grant execute on function public.allergen_bits(jsonb) to ninth_bend_visitor;
