-- What a search asks an index of three letters (pg_trgm) for: a pattern that everything matches which holds the text. Of a long text each
-- letter is asked for once, in pieces of three and a last one of three to five: the index looks up as many lists of what holds
-- three letters as the pattern has, and those of pieces that overlap say little more. What matches is compared with the text itself.
create or replace function public.search_pattern(p_text text) returns text language plpgsql immutable strict set search_path = '' as $$
declare
  v_short constant integer := 8;
  v_pieces constant integer := case when char_length(p_text) > v_short then char_length(p_text) / 3 else 1 end;
begin
  return '%' || (
    select string_agg(regexp_replace(substr(p_text, 3 * piece - 2, case when piece < v_pieces then 3 else char_length(p_text) end), '([\\%_])', '\\\1', 'g'), '%' order by piece)
      from generate_series(1, v_pieces) piece) || '%';
end $$;

revoke execute on function public.search_pattern(text) from public;
