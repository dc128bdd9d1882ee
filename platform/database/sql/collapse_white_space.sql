-- Replaces each run of white space by one space; the same characters as in trim_white_space.
create or replace function public.collapse_white_space(p_text text)
returns text language sql immutable parallel safe
return btrim(regexp_replace(p_text,
  '[\u0001-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+', ' ', 'g'), ' ');

revoke execute on function public.collapse_white_space(text) from public;
