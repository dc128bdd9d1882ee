-- Pages of what is not there are kept, so another slug counts as a move: a product may be found where there was none.
create or replace function tell_pages_of_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_shown text[] := case when tg_op = 'INSERT' then '{}' else array['product:' || old.id] end;
  v_moved boolean := tg_op <> 'UPDATE'
    or (old.is_active, old.category_id, old.is_featured, old.is_best_seller, old.name, old.slug, old.price, old.created_at)
    is distinct from (new.is_active, new.category_id, new.is_featured, new.is_best_seller, new.name, new.slug, new.price, new.created_at);
  v_turned boolean := (old.stock > 0) is distinct from (new.stock > 0);
begin
  -- What shoppers cannot see stands on no page (D11).
  if old.is_active is not true and new.is_active is not true then
    return null;
  end if;
  if v_moved then
    v_shown := v_shown || array['catalogue'] || array(
      select kind || ':' || category_id from (values ('shelf'), ('beside')) as kinds (kind),
        (select old.category_id union select new.category_id) as categories (category_id)
       where category_id is not null order by 1);
    if old.is_best_seller or new.is_best_seller then
      v_shown := v_shown || array['best-sellers'];
    end if;
  elsif v_turned then
    -- Beside another product, what is sold out comes last.
    v_shown := v_shown || array['beside:' || new.category_id];
  end if;
  perform public.tell_pages(v_shown);
  return null;
end $$;
