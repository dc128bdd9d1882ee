-- The columns of products that an import may change; the stock changes through its ledger.
create or replace function public.import_product_columns() returns text[]
language sql immutable parallel safe security definer set search_path = '' as $$
  select array['name', 'category_id', 'sku', 'barcode', 'price', 'vat_rate', 'is_active', 'is_featured', 'is_best_seller',
    'description', 'badge', 'net_weight', 'brand', 'ingredients', 'allergy_advice', 'lifestyle', 'dietary_info', 'country_of_origin',
    'storage_instructions', 'nutrition_info', 'allergens', 'manufacturer']
$$;

-- Writes p_values into products: [{id, fields}], where fields are the changed columns. The callers have
-- locked the products.
create or replace function public.write_product_columns(p_ids uuid[], p_fields jsonb[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_columns constant text := (select string_agg(quote_ident(name), ', ') from unnest(import_product_columns()) name);
  v_values constant text := (select string_agg('r.' || quote_ident(name), ', ') from unnest(import_product_columns()) name);
begin
  execute format($f$
    update products p set (%s) = row (%s)
      from unnest($1, $2) as sent (id, fields)
      join products old on old.id = sent.id, lateral jsonb_populate_record(old, sent.fields - 'stock') r
     where p.id = sent.id$f$, v_columns, v_values)
    using p_ids, p_fields;
end $$;

revoke execute on function public.import_product_columns(), public.write_product_columns(uuid[], jsonb[]) from public;
