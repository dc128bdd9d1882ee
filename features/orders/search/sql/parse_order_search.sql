-- word_patterns: each word in any order and field, if the whole text finds nothing. index_patterns: for the trigram index, without frequent
-- email domains. product_pattern, amount: null unless it may be a product name or a sum of money.
drop function if exists public.parse_order_search(text);
create function public.parse_order_search(
  p_search text, out patterns text[], out index_patterns text[], out first_id uuid, out last_id uuid, out product_pattern text, out amount numeric,
  out word_patterns text[], out word_index_patterns text[])
language plpgsql immutable set search_path = '' as $$
declare
  v_typed text := lower(btrim(regexp_replace(coalesce(p_search, ''), '\s+', ' ', 'g')));
  v_text text := btrim(public.strip_apostrophes(v_typed));
  v_digits text := regexp_replace(regexp_replace(v_text, '[^0-9+]', '', 'g'), '^(\+44|0044)0?', '0');
  v_id text := replace(ltrim(v_text, '#'), '-', '');
  v_pattern text := regexp_replace(v_text, '([\\%_])', '\\\1', 'g');
  -- "o connor" may be written with an apostrophe.
  v_prefix_of_name constant text := '\m([do]) (?=[[:alpha:]]{3})';
  v_words text[];
  v_longest_words text[];
  v_joined constant text := regexp_replace(v_text, v_prefix_of_name, '\1', 'g');
begin
  if v_typed = '' then
    return;
  end if;
  if v_text = '' then
    patterns := array[null::text, null];
    index_patterns := patterns;
    return;
  end if;
  if v_typed ~ '^(£ ?[0-9,]{1,12}(\.[0-9]{2})?|[0-9,]{1,12}\.[0-9]{2})$' and v_typed ~ '[0-9]' then
    amount := regexp_replace(v_typed, '[^0-9.]', '', 'g')::numeric;
  end if;
  if v_id ~ '^[0-9a-f]{4,32}$' then
    first_id := rpad(v_id, 32, '0')::uuid;
    last_id := rpad(v_id, 32, 'f')::uuid;
  end if;
  if char_length(v_text) < 3 then
    -- The trigram index needs three letters; shorter texts match word beginnings.
    patterns := array['%' || E'\n' || v_pattern || '%', '% ' || v_pattern || '%'];
    index_patterns := patterns;
  elsif v_text ~ '^[+0-9() .-]+$' and char_length(v_digits) >= 3 then
    patterns := array['%' || v_pattern || '%', '%' || nullif(v_digits, v_text) || '%'];
    index_patterns := array[public.search_pattern(v_text), public.search_pattern(nullif(v_digits, v_text))];
  else
    patterns := array['%' || v_pattern || '%', '%' || regexp_replace(nullif(v_joined, v_text), '([\\%_])', '\\\1', 'g') || '%'];
    index_patterns := array[public.search_pattern(coalesce(substring(v_text from '^.{3,}?@'), v_text)),
                            public.search_pattern(nullif(v_joined, v_text))];
    v_words := (string_to_array(v_text, ' '))[1:8];
    v_longest_words := array(select word from unnest(v_words) as word where char_length(word) >= 3 order by char_length(word) desc limit 2);
    if cardinality(v_words) > 1 and v_longest_words <> '{}' then
      word_patterns := array[null::text, null] || array(select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(v_words) as word);
      word_index_patterns := array[null, null, public.search_pattern(v_longest_words[1]),
                                   public.search_pattern(coalesce(v_longest_words[2], v_longest_words[1]))];
    end if;
    if v_text ~ '[[:alpha:]]' and v_text !~ '@' then
      -- Product names keep their apostrophes, and any apostrophe matches any other.
      product_pattern := '%' || regexp_replace(regexp_replace(v_typed, '([\\%_])', '\\\1', 'g'), U&'[\0027\2018\2019\02BC\02BB\0060\00B4\2032\FF07]', '_', 'g') || '%';
    end if;
  end if;
end $$;

revoke execute on function public.parse_order_search(text) from public;
