-- category_counts: the active products and best sellers of each category.
create or replace function public.insert_category_counts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.category_counts (category_id) values (new.id);
  return null;
end $$;
create or replace trigger insert_category_counts after insert on categories
  for each row execute function insert_category_counts();

-- Per statement, so that a bulk insert updates each count once.
create or replace function public.add_to_category_counts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.category_counts c set products = c.products + a.products, best_sellers = c.best_sellers + a.best_sellers
    from (select n.category_id, count(*) as products, count(*) filter (where n.is_best_seller) as best_sellers
            from added n where n.is_active group by n.category_id) a
   where c.category_id = a.category_id;
  return null;
end $$;
create or replace trigger add_to_category_counts after insert on products referencing new table as added
  for each statement execute function add_to_category_counts();

create or replace function public.update_category_counts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Locked in order, so that two products that swap categories do not deadlock.
  perform from public.category_counts c where c.category_id in (old.category_id, new.category_id) order by c.category_id for update;
  update public.category_counts c
     set products = c.products
           + coalesce(c.category_id = new.category_id and new.is_active, false)::integer
           - (c.category_id = old.category_id and old.is_active)::integer,
         best_sellers = c.best_sellers
           + coalesce(c.category_id = new.category_id and new.is_active and new.is_best_seller, false)::integer
           - (c.category_id = old.category_id and old.is_active and old.is_best_seller)::integer
   where c.category_id in (old.category_id, new.category_id);
  return null;
end $$;
-- Sales update only the stock and do not run this trigger.
create or replace trigger update_category_counts after update of category_id, is_active, is_best_seller on products
  for each row when ((old.category_id, old.is_active, old.is_best_seller) is distinct from (new.category_id, new.is_active, new.is_best_seller))
  execute function update_category_counts();
create or replace trigger subtract_from_category_counts after delete on products
  for each row execute function update_category_counts();
