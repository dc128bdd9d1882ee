-- One more than 1000, so that the page can show "more than 1,000".
create or replace function public.max_search_results() returns integer language sql immutable parallel safe
return 1001;

-- Page number (1 if out of range), and the rows before and after the page.
create or replace function public.page_bounds(
  p_total integer, p_page integer, p_page_size integer, out page integer, out before integer, out after integer)
language plpgsql immutable set search_path = '' as $$
begin
  page := case when p_page between 1 and ceil(p_total::numeric / p_page_size) then p_page else 1 end;
  before := (page - 1) * p_page_size;
  after := greatest(p_total - before - p_page_size, 0);
end $$;

revoke execute on function public.max_search_results(), public.page_bounds(integer, integer, integer) from public;
