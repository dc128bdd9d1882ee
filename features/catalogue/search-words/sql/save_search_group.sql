-- Adds a group of the owner's search words (p_id null), or replaces its words. The first word is its name.
-- Words that no product has need p_is_confirmed.
create or replace function public.save_search_group(p_id integer, p_version integer, p_words text[], p_is_confirmed boolean default false)
returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_limits constant record := search_word_limits();
  v_words text[];
  v_invalid text;
  v_group search_groups;
  v_before text;
begin
  if not is_manager() then
    return refused('not-found');
  end if;
  -- One writer at a time, because limits and names are compared with all other groups. Searches do not wait.
  lock table search_groups in share row exclusive mode;
  if p_id is not null then
    select * into v_group from search_groups g where g.id = p_id and g.is_own;
    if not found then
      return refused('not-found');
    end if;
    v_before := search_group_text(p_id);
    if v_group.version is distinct from p_version then
      return refused('changed-meanwhile', jsonb_build_object('current',
        jsonb_build_object('id', p_id, 'version', v_group.version, 'words', v_before, 'updated_at', v_group.updated_at)));
    end if;
  elsif (select count(*) from search_groups g where g.is_own) >= v_limits.max_groups then
    return refused('too-many-groups', jsonb_build_object('max', v_limits.max_groups));
  end if;

  v_words := array(
    select w.word from (select lower(collapse_white_space(e.word)) as word, min(e.index) as index
                          from unnest(p_words) with ordinality e (word, index) group by 1) w
     where w.word <> '' order by w.index);
  if cardinality(v_words) > v_limits.max_words then
    return refused('too-many-words', jsonb_build_object('max', v_limits.max_words, 'count', cardinality(v_words)));
  end if;
  v_invalid := (select w.word from unnest(v_words) with ordinality w (word, index) where char_length(w.word) > v_limits.max_word_length order by w.index limit 1);
  if v_invalid is not null then
    return refused('word-too-long', jsonb_build_object('word', v_invalid, 'max', v_limits.max_word_length));
  end if;
  v_invalid := (
    select w.word from unnest(v_words) with ordinality w (word, index)
     where cardinality(search_stems(w.word)) not between 1 and 6 order by w.index limit 1);
  if v_invalid is not null then
    return refused('word-not-searchable', jsonb_build_object('word', v_invalid));
  end if;
  if (select count(distinct (read_search_name(w.word)).compact) from unnest(v_words) w (word)) < v_limits.min_words then
    return refused('too-few-words', jsonb_build_object('min', v_limits.min_words));
  end if;
  if exists (select from search_groups g where g.is_own and g.name = v_words[1] and g.id is distinct from p_id) then
    return refused('name-taken', jsonb_build_object('word', v_words[1]));
  end if;
  if not coalesce(p_is_confirmed, false) and not exists (
       select from product_listing l
        where l.search_vector @@ any_of(array(select phrase_query(search_stems(w.word), '') from unnest(v_words) w (word)))) then
    return refused('confirm');
  end if;

  if p_id is null then
    insert into search_groups (name, is_own) values (v_words[1], true) returning * into v_group;
  elsif v_group.name = v_words[1]
        and array(select w.word from unnest(v_words) w (word) order by 1) = array(select w.word from search_group_words w where w.group_id = p_id order by 1) then
    return done(jsonb_build_object('id', p_id, 'version', v_group.version));
  else
    update search_groups g set name = v_words[1], version = g.version + 1, updated_at = now() where g.id = p_id returning * into v_group;
    delete from search_group_words w where w.group_id = p_id;
  end if;
  insert into search_group_words (group_id, word, stems, compact)
  select v_group.id, w.word, s.stems, s.compact from unnest(v_words) w (word), read_search_name(w.word) s;
  insert into audit_events (actor_kind, actor_id, subject_kind, subject_id, event, before, after, version)
  values ('admin', current_user_id(), 'search-group', search_group_subject_id(v_group.id), case when p_id is null then 'added' else 'changed' end,
    case when p_id is not null then jsonb_build_object('words', v_before) end, jsonb_build_object('words', search_group_text(v_group.id)), v_group.version);
  return done(jsonb_build_object('id', v_group.id, 'version', v_group.version));
end $$;

revoke execute on function public.save_search_group(integer, integer, text[], boolean) from public;
grant execute on function public.save_search_group(integer, integer, text[], boolean) to ninth_bend_admin;
