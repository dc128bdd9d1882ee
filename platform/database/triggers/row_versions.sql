-- updated_at and version of a changed row, and slugs, which never change.
create or replace function public.change_category() returns trigger language plpgsql as $$
begin
  if old.slug <> new.slug then
    raise exception using errcode = 'check_violation', message = 'categories: a slug never changes, because links contain it.';
  end if;
  -- Moving a category shifts others, whose open forms stay valid (set_category_position writes the audit log).
  if old.position is not distinct from new.position then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
create or replace trigger set_version_and_updated_at before update on categories
  for each row execute function change_category();

create or replace function public.change_product() returns trigger language plpgsql as $$
begin
  if old.slug <> new.slug then
    raise exception using errcode = 'check_violation', message = 'products: a slug never changes, because links contain it.';
  end if;
  -- A product that is no longer featured loses its position.
  if not new.is_featured then
    new.featured_position := null;
  end if;
  -- A sale or another order of Featured is not an edit: open forms of the product stay valid.
  if old.stock = new.stock and old.sellable_stock is not distinct from new.sellable_stock
     and (old.featured_position is not distinct from new.featured_position or old.is_featured <> new.is_featured) then
    new.updated_at := now();
    new.version := old.version + 1;
  end if;
  return new;
end $$;
-- Sales update only the stock and do not run this trigger.
do $$
begin
  execute format('create or replace trigger set_version_and_updated_at before update of %s on products for each row execute function change_product()',
    all_columns_except('products', array['stock', 'sellable_stock']));
end $$;

create or replace function public.set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;
create or replace trigger set_updated_at before update on user_profiles
  for each row execute function set_updated_at();
