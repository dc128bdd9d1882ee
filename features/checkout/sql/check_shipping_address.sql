-- The normalised address and its invalid fields (null: none), as in
-- features/checkout/address/shipping-address.ts. Without `set search_path`, so that the planner inlines it.
create or replace function public.check_shipping_address(p_address jsonb)
returns table (address jsonb, invalid_fields text[]) language sql immutable parallel safe as $$
  select jsonb_object_agg(field.name, field.value),
         array_agg(field.name order by field.position) filter (where not field.is_valid)
    from (
      select required.name, required.position, normalised.value,
             normalised.value <> '' and char_length(normalised.value) <= required.max_length and case required.name
               when 'post_code' then deliverable.post_code is not null
               when 'phone' then public.is_phone_number(normalised.value)
               when 'country' then normalised.value = 'United Kingdom'
               else true end as is_valid
        from (values ('full_name', 1, 120), ('phone', 2, 40), ('address', 3, 300),
                     ('post_code', 4, 20), ('city', 5, 100), ('country', 6, 80)) as required (name, position, max_length),
             lateral (select p_address -> required.name as entry) form,
             lateral (select case when jsonb_typeof(form.entry) = 'string' then form.entry #>> '{}' else '' end as value) sent,
             -- `limit 1` keeps the planner from evaluating the expression twice.
             lateral (select case when required.name = 'post_code' then public.deliverable_post_code(sent.value) end as post_code
                       limit 1) deliverable,
             lateral (select case required.name
                        when 'address' then public.trim_white_space(sent.value)
                        when 'post_code' then coalesce(deliverable.post_code, public.collapse_white_space(sent.value))
                        else public.collapse_white_space(sent.value) end as value) normalised
    ) field
$$;

revoke execute on function public.check_shipping_address(jsonb) from public;
