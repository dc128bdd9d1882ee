-- Sets updated_at and version of a changed row.
create or replace function public.set_version_and_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;
-- Moving a category shifts others, whose open forms stay valid (set_category_position writes the audit log).
create or replace trigger set_version_and_updated_at before update on categories
  for each row when (old.position is not distinct from new.position) execute function set_version_and_updated_at();
-- A sale or another order of Featured is not an edit: open forms of the product stay valid.
create or replace trigger set_version_and_updated_at before update on products
  for each row when (old.stock = new.stock and old.sellable_stock is not distinct from new.sellable_stock
                     and (old.featured_position is not distinct from new.featured_position or old.is_featured <> new.is_featured)) execute function set_version_and_updated_at();
create or replace trigger set_version_and_updated_at before update on orders
  for each row execute function set_version_and_updated_at();

create or replace function public.set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create or replace trigger set_updated_at before update on user_profiles
  for each row execute function set_updated_at();
