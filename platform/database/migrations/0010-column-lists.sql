-- The columns of a table except some, as a list for a grant or a trigger that has to apply to columns of later migrations too.
create function all_columns_except(p_table regclass, p_columns text[]) returns text language sql stable as $$
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
   where a.attrelid = p_table and a.attnum > 0 and not a.attisdropped and a.attname <> all (p_columns)
$$;
