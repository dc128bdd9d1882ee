-- A product that is no longer featured loses its position.
create or replace function public.clear_featured_position() returns trigger language plpgsql as $$
begin
  new.featured_position := null;
  return new;
end $$;
-- Named so that it runs before set_version_and_updated_at.
create or replace trigger clear_featured_position before update of is_featured on products
  for each row when (not new.is_featured) execute function clear_featured_position();
