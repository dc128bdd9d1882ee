-- What a search refers to: orders by number, products, categories and search words by name, users by email.
create or replace function public.find_audit_search_targets(
  p_search text, out orders uuid[], out catalogue_ids uuid[], out user_ids uuid[], out is_narrowed boolean)
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  v_max_targets constant integer := 200;
  v_text text := lower(btrim(regexp_replace(p_search, '\s+', ' ', 'g')));
  v_pattern text := regexp_replace(v_text, '([\\%_])', '\\\1', 'g');
  v_terms record;
begin
  if v_text is null then
    return;
  end if;
  select t.first_id, t.last_id into v_terms from parse_order_search(p_search) t;
  user_ids := array(
    select u.user_id from user_profiles u
     where lower(u.email) collate "C" like v_pattern || '%' and char_length(v_text) >= 3 limit v_max_targets + 1);
  catalogue_ids := array(
      select p.id from products p
       where lower(p.name || E'\n' || p.brand || E'\n' || p.slug) like '%' || v_pattern || '%' limit v_max_targets + 1)
    || array(select c.id from categories c where lower(c.name) like '%' || v_pattern || '%' limit v_max_targets + 1)
    || array(
      select distinct search_group_subject_id(g.id) from search_groups g join search_group_words w on w.group_id = g.id
       where g.is_own and w.word like '%' || v_pattern || '%' limit v_max_targets + 1);
  orders := array(
      select o.id from public.orders o where o.id between v_terms.first_id and v_terms.last_id limit v_max_targets + 1)
    || array(
      select o.id from public.orders o where o.user_id = any (user_ids) and cardinality(user_ids) <= v_max_targets
       order by o.created_at desc limit v_max_targets + 1);
  is_narrowed := greatest(cardinality(orders), cardinality(catalogue_ids), cardinality(user_ids)) > v_max_targets;
  orders := orders[:v_max_targets];
  catalogue_ids := catalogue_ids[:v_max_targets];
  user_ids := user_ids[:v_max_targets];
end $$;

revoke execute on function public.find_audit_search_targets(text) from public;
