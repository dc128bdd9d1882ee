-- A LIKE pattern for a trigram index. Long texts are cut into disjoint fragments of three letters, because
-- overlapping ones cost more look-ups and exclude little more. Matches are compared with the full text.
create or replace function public.search_pattern(p_text text) returns text language plpgsql immutable strict set search_path = '' as $$
declare
  v_short_text_length constant integer := 8;
  v_letters constant integer := case when char_length(p_text) > v_short_text_length then 3 else v_short_text_length end;
begin
  return '%' || (
    select string_agg(regexp_replace(substr(p_text, first, v_letters), '([\\%_])', '\\\1', 'g'), '%' order by first)
      from generate_series(1, greatest(char_length(p_text) - 2, 1), v_letters) first) || '%';
end $$;

revoke execute on function public.search_pattern(text) from public;
