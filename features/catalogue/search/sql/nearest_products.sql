-- Products whose name and description together have all words.
create or replace function public.described_products(p_words text[], p_limit integer, p_free_from integer, p_suitable_for integer) returns uuid[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_query constant tsquery := plainto_tsquery('public.described_words', (
    select string_agg(w.word, ' ' order by w.index) from unnest(p_words) with ordinality w (word, index)
     where not is_ignored_search_word(w.word, w.index = 1) and not is_without_food(w.word, 'praise')));
begin
  return case when numnode(v_query) > 0 then array(
    select l.id from products p join product_listing l on l.id = p.id
     where to_tsvector('public.described_words', p.name || ' ' || coalesce(p.description, '')) @@ v_query and p.is_active
       and l.unsafe_allergens & p_free_from = 0 and l.suitable_for & p_suitable_for = p_suitable_for
     order by l.is_in_stock desc, l.is_best_seller desc, l.name, l.id limit p_limit) else '{}' end;
end $$;

-- 'mango chutney' suggests chutneys, those with mango first; 'karupatti', which no product is called,
-- suggests the wider group jaggery.
create or replace function public.nearest_products(p_words text[], p_limit integer, p_free_from integer, p_suitable_for integer) returns uuid[]
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v_names tsquery[];
  v_wider constant tsquery := (
    select any_of(array_agg(phrase_query(s.stems, ':A')))
      from search_synonyms(array(select n.group_id from search_group_narrower n
                                  where n.use_position is null
                                    and n.narrower_id = any (groups_called((read_search_name(array_to_string(p_words, ' '))).compact)))) s
     where s.kind = 1);
  v_called tsquery;
  v_in_category tsquery;
  v_nearest uuid[] := '{}';
begin
  if p_words = array['seafood'] then
    v_names := array[any_of(array(select word_names(s.stem) from unnest(array['fish', 'prawn', 'mussel', 'squid', 'crab']) s (stem)))];
  else
    v_names := array(select word_names(search_stem(w.word)) from unnest(p_words) with ordinality w (word, index)
                      where not is_ignored_search_word(w.word, w.index = 1) and not is_without_food(w.word, 'form') and w.word !~ '^[0-9]'
                      order by w.index desc);
  end if;
  foreach v_called in array array_remove(v_names || v_wider, null) loop
    v_in_category := replace(v_called::text, ':A', ':B')::tsquery;
    v_nearest := array(
      select l.id from product_listing l
       where l.search_vector @@ any_of(array[v_called, v_in_category])
         and l.unsafe_allergens & p_free_from = 0 and l.suitable_for & p_suitable_for = p_suitable_for
       order by (select count(*) from unnest(v_names) n (names)
                  where l.name_vector @@ n.names or (n.names = v_called and l.name_vector @@ v_in_category)) desc,
             l.name_vector @@ v_called desc, l.name_vector @@ v_in_category desc, l.is_in_stock desc, l.is_best_seller desc, l.name, l.id
       limit p_limit);
    exit when cardinality(v_nearest) > 0;
  end loop;
  return v_nearest;
end $$;

revoke execute on function public.nearest_products(text[], integer, integer, integer),
  public.described_products(text[], integer, integer, integer) from public;
