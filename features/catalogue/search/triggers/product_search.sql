-- Words are inserted in order, so that two transactions with the same new words do not deadlock.
create or replace function public.add_search_vocabulary(p_ids uuid[]) returns void language sql set search_path = public, pg_temp as $$
  insert into search_vocabulary (word)
  select distinct w.word collate "C" from product_search_vectors t, unnest(tsvector_to_array(t.search_vector)) w (word)
   where t.id = any (p_ids) and char_length(w.word) >= 4 and w.word !~ '^[0-9]+$' order by 1
  on conflict do nothing
$$;
