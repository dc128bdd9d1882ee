-- Whether two words differ by one insertion, deletion, substitution or transposition of neighbouring letters.
create or replace function public.is_one_edit_apart(p_word text, p_other text) returns boolean language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  v_letters constant integer := char_length(p_word);
  v_more constant integer := char_length(p_other) - v_letters;
  v_same integer := 0;
begin
  if p_word = p_other or abs(v_more) > 1 then
    return false;
  end if;
  while v_same < v_letters and substr(p_word, v_same + 1, 1) = substr(p_other, v_same + 1, 1) loop
    v_same := v_same + 1;
  end loop;
  return case v_more
    when 1 then substr(p_word, v_same + 1) = substr(p_other, v_same + 2)
    when -1 then substr(p_word, v_same + 2) = substr(p_other, v_same + 1)
    else substr(p_word, v_same + 2) = substr(p_other, v_same + 2)
      or (substr(p_word, v_same + 1, 2) = reverse(substr(p_other, v_same + 1, 2)) and substr(p_word, v_same + 3) = substr(p_other, v_same + 3))
    end;
end $$;

-- Replaces each unknown word by a known word one edit away, or returns null. An edit leaves one half of a
-- word unchanged, which limits the candidates.
create or replace function public.suggest_search(p_search text) returns text language plpgsql stable security definer
set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off set max_parallel_workers_per_gather = 0 as $$
declare
  v_min_word_length constant integer := 4;
  v_words constant text[] := split_search_words(p_search);
  v_word text;
  v_suggestion text;
  v_half integer;
  v_found text[];
begin
  if not is_manager() then
    return null;
  end if;
  foreach v_word in array v_words loop
    if char_length(v_word) >= v_min_word_length and v_word !~ '^[0-9]+$' and not exists (select from search_vocabulary v where v.word like v_word || '%') then
      v_half := char_length(v_word) / 2;
      select n.word into v_suggestion
        from (select v.word from search_vocabulary v where v.word like left(v_word, v_half) || '%'
              union
              select v.word from search_vocabulary v where reverse(v.word) like reverse(substr(v_word, v_half + 1)) || '%'
              union
              select v.word from search_vocabulary v
               where v.word = left(v_word, v_half - 1) || substr(v_word, v_half + 1, 1) || substr(v_word, v_half, 1) || substr(v_word, v_half + 2)) n
       where is_one_edit_apart(v_word, n.word) and exists (select from product_search_vectors t where t.search_vector @@ quote_literal(n.word)::tsquery)
       order by left(n.word, 1) <> left(v_word, 1), similarity(n.word, v_word) desc, n.word limit 1;
      if not found then
        return null;
      end if;
      v_word := v_suggestion;
    end if;
    v_found := v_found || v_word;
  end loop;
  return case when v_found <> v_words then array_to_string(v_found, ' ') end;
end $$;

revoke execute on function public.is_one_edit_apart(text, text), public.suggest_search(text) from public;
