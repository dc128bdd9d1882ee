-- Imports of categories, for apply_product_import() and undo_product_import(), which lock the row of the
-- import.

-- Renaming a category updates the listing of its products, category by category. Locking all products first
-- prevents deadlocks with orders.
create or replace function public.lock_products_of_renamed_categories(p_import_id uuid) returns void
language sql volatile set search_path = '' as $$
  select from public.products p
   where p.category_id in (select l.category_id from public.product_import_lines l
                            where l.import_id = p_import_id and l.outcome = 'changed' and l.after ? 'name')
   order by p.id for no key update
$$;

-- Writes the categories of all lines, or returns the lines whose category has changed since the check;
-- returns none if a new address is taken.
create or replace function public.import_categories(p_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_problems jsonb;
begin
  -- The same order as everywhere, so that they cannot deadlock.
  perform from public.categories c
    where c.id in (select l.category_id from public.product_import_lines l where l.import_id = p_id) order by c.id for no key update;
  select jsonb_agg(l.line order by l.line) into v_problems
    from public.product_import_lines l left join public.categories c on c.id = l.category_id
   where l.import_id = p_id and l.outcome = 'changed' and c.version is distinct from l.seen_version;
  if v_problems is not null then
    return v_problems;
  end if;
  perform public.lock_products_of_renamed_categories(p_id);
  begin
    update public.categories c set name = r.name, description = r.description, is_on_home_page = r.is_on_home_page
      from public.product_import_lines l
      join public.categories old on old.id = l.category_id, lateral jsonb_populate_record(old, l.after) r
     where l.import_id = p_id and l.outcome = 'changed' and c.id = l.category_id;
    update public.product_import_lines l set category_id = gen_random_uuid() where l.import_id = p_id and l.outcome = 'added';
    insert into public.categories (id, slug, name, description, is_on_home_page)
    select l.category_id, r.slug, r.name, r.description, r.is_on_home_page
      from public.product_import_lines l, lateral jsonb_populate_record(null::public.categories, l.after) r
     where l.import_id = p_id and l.outcome = 'added'
     order by l.line;
  exception when unique_violation then
    return '[]';
  end;
  return null;
end $$;

-- Restores changed categories, and deletes added ones unless somebody has changed or used them since.
create or replace function public.undo_category_import(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_added record;
  v_deleted jsonb;
begin
  perform from public.categories c
    where c.id in (select l.category_id from public.product_import_lines l where l.import_id = p_id) order by c.id for no key update;
  update public.product_import_lines l set undo = coalesce((
      select case when (l.outcome = 'added' and c.version > 1) or exists (
                    select from jsonb_each(l.after - 'slug') written where written.value is distinct from to_jsonb(c) -> written.key)
                  then 'changed-since' else 'undone' end
        from public.categories c where c.id = l.category_id), 'changed-since')
   where l.import_id = p_id and l.outcome in ('changed', 'added');
  perform public.lock_products_of_renamed_categories(p_id);
  update public.categories c set name = r.name, description = r.description, is_on_home_page = r.is_on_home_page
    from public.product_import_lines l
    join public.categories old on old.id = l.category_id, lateral jsonb_populate_record(old, l.before) r
   where l.import_id = p_id and l.undo = 'undone' and l.outcome = 'changed' and c.id = l.category_id;
  for v_added in
    select l.line, l.category_id from public.product_import_lines l
     where l.import_id = p_id and l.undo = 'undone' and l.outcome = 'added' order by l.category_id
  loop
    begin
      delete from public.categories c where c.id = v_added.category_id
        returning jsonb_build_object('name', c.name, 'slug', c.slug, 'description', c.description, 'is_on_home_page', c.is_on_home_page) into v_deleted;
      insert into public.audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before)
      values ('admin', public.current_user_id(), 'category', v_added.category_id, 'deleted', v_deleted);
    exception when foreign_key_violation then
      update public.product_import_lines l set undo = 'has-products' where l.import_id = p_id and l.line = v_added.line;
    end;
  end loop;
end $$;

revoke execute on function
  public.lock_products_of_renamed_categories(uuid), public.import_categories(uuid), public.undo_category_import(uuid) from public;
