-- What follows a change of a category: its row in category_counts, its name in the lists and searches of its products, and cached pages.
create or replace function public.change_category_copies() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_ids uuid[];
begin
  perform invalidate_cache_tags(array['categories', 'category:' || coalesce(new.id, old.id)]);
  if tg_op = 'INSERT' then
    insert into category_counts (category_id) values (new.id);
  elsif old.name <> new.name then
    -- Locks these products, so that concurrent sales and edits wait and no change is missed.
    perform from products p where p.category_id = new.id order by p.id for no key update;
    v_ids := array(select p.id from products p where p.category_id = new.id order by p.id);
    delete from product_listing l where l.id = any (v_ids);
    perform insert_product_listing(v_ids);
    update product_search_vectors t set search_vector = build_product_search_vector(p, new.name) from products p where p.category_id = new.id and t.id = p.id;
    -- One product is enough, because all of them got the same new words.
    perform add_search_vocabulary(v_ids[1:1]);
  end if;
  return null;
end $$;
create or replace trigger update_category_listing after insert or update or delete on categories
  for each row execute function change_category_copies();
