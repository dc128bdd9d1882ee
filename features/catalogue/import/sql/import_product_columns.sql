-- The columns of products that an import may change: a new column is one of them. The stock changes through its ledger;
-- pictures have an upload of their own.
create or replace function public.import_product_columns() returns text[]
language sql stable parallel safe security definer set search_path = '' as $$
  select array(select a.attname::text from pg_catalog.pg_attribute a
                where a.attrelid = 'public.products'::regclass and a.attnum > 0 and not a.attisdropped
                  and a.attname <> all (array['id', 'slug', 'stock', 'sellable_stock', 'featured_position', 'offer_ends_at', 'reference_price',
                    'image_url', 'image_alt', 'more_pictures', 'archived_at', 'version', 'created_at', 'updated_at'])
                order by a.attnum)
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

-- Adds the products of these lines of an import, whose IDs are chosen.
create or replace function public.add_imported_products(p_import_id uuid, p_lines integer[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_names constant text[] := array['id', 'slug', 'stock'] || import_product_columns();
begin
  execute format($f$
    insert into products (%s)
    select %s
      from product_import_lines l, lateral jsonb_populate_record(null::products, l.after || jsonb_build_object('id', l.product_id)) r
     where l.import_id = $1 and l.line = any ($2) and l.outcome = 'added'
     order by l.line$f$,
      (select string_agg(quote_ident(name), ', ') from unnest(v_names) name),
      (select string_agg('r.' || quote_ident(name), ', ') from unnest(v_names) name))
    using p_import_id, p_lines;
end $$;

revoke execute on function public.import_product_columns(), public.write_product_columns(uuid[], jsonb[]),
  public.add_imported_products(uuid, integer[]) from public;
