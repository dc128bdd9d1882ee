-- Counts a search without a result. Texts that look like an email address, phone number or postal address are
-- not stored.
create or replace function public.record_search_miss(p_search text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_max_searches_per_day constant integer := 2000;
  -- Names of foods are short; longer texts are more likely addresses.
  v_max_words constant integer := 4;
  v_kept_days constant integer := (search_word_limits()).kept_days;
  v_search constant text := array_to_string(search_words(p_search), ' ');
begin
  if v_search = '' or char_length(p_search) > 40 or p_search ~ '@' or v_search ~ '[0-9]{5}'
     or array_length(string_to_array(v_search, ' '), 1) > v_max_words
     or (not exists (select from search_misses m where m.day = current_date and m.search = v_search)
         and (select count(*) from search_misses m where m.day = current_date) >= v_max_searches_per_day) then
    return;
  end if;
  insert into search_misses (day, search) values (current_date, v_search)
    on conflict (day, search) do update set count = search_misses.count + 1;
  delete from search_misses m where m.day < current_date - v_kept_days;
end $$;

revoke execute on function public.record_search_miss(text) from public;
grant execute on function public.record_search_miss(text) to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin;
