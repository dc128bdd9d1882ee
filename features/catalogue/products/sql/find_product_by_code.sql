-- The products whose SKU or barcode equals the search: at most one each. For scanners.
create or replace function public.find_product_by_code(p_search text) returns uuid[]
language sql stable security definer set search_path = public, pg_temp as $$
  select array(
    select p.id from products p where p.sku is not null and lower(p.sku) = lower(trim_white_space(p_search))
    union
    select p.id from products p, (select regexp_replace(p_search, '[\s-]', '', 'g') as digits) typed
     where p.barcode is not null and typed.digits ~ '^([0-9]{8}|[0-9]{12,14})$' and lpad(p.barcode, 14, '0') = lpad(typed.digits, 14, '0'))
$$;

revoke execute on function public.find_product_by_code(text) from public;
