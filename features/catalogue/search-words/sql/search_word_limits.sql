-- Limits of the owner's groups, and for how many days searches without a result are kept.
create or replace function public.search_word_limits(
  out min_words integer, out max_words integer, out max_word_length integer, out max_groups integer, out kept_days integer)
language sql immutable parallel safe set search_path = '' as $$
  select 2, 40, 60, 500, 30
$$;

-- The words of a group, starting with its name.
create or replace function public.search_group_text(p_group_id integer) returns text language sql stable set search_path = '' as $$
  select string_agg(w.word, ', ' order by w.word <> g.name, w.word)
    from public.search_groups g join public.search_group_words w on w.group_id = g.id where g.id = p_group_id
$$;

-- The ID of a group in audit_events, whose subjects are UUIDs (features/catalogue/search-words/search-group.ts).
create or replace function public.search_group_subject_id(p_group_id integer) returns uuid language sql immutable parallel safe set search_path = '' as $$
  select lpad(to_hex(p_group_id), 32, '0')::uuid
$$;

revoke execute on function public.search_word_limits(), public.search_group_text(integer), public.search_group_subject_id(integer) from public;
