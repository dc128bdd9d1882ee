-- Dishes as search words, and searches of descriptions.

-- Position of what a dish is made of or served with, first the most important; null for what is a kind of the group.
alter table search_group_narrower add column use_position smallint check (use_position >= 1);

-- Finds names by their beginnings ('kurumu').
create index search_group_words_word on search_group_words (word collate "C");

-- Words that name no food, by kind (db/search-words/words-without-food.json).
create table words_without_food (
  kind text not null,
  word text collate "C" not null,
  primary key (kind, word)
);

-- Names and descriptions, with the stems of search_stem(); a word that only they have is no name of what is in the pack.
create text search configuration public.described_words (copy = pg_catalog.simple);
alter text search configuration public.described_words
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with public.unaccent, public.search_stem;
-- An expression, because a function would need to be executable by all who write products.
create index products_described on products using gin (to_tsvector('public.described_words', name || ' ' || coalesce(description, ''))) where is_active;

-- A name as a search is read: without words such as 'and', which searches leave out. Those of the thesaurus are read again by every start after a change.
create function read_search_name(p_text text, out stems text[], out compact text) language sql stable parallel safe set search_path = public, pg_temp as $$
  select coalesce(array_agg(n.stem order by n.index), '{}'),
         coalesce(string_agg(n.stem, '' order by n.index) filter (where not is_ignored_search_word(n.word, n.index = 1)), string_agg(n.stem, '' order by n.index), '')
    from (select w.word, w.index, search_stem(w.word) as stem from unnest(search_words(p_text)) with ordinality w (word, index)) n
$$;
update search_group_words w set compact = (read_search_name(w.word)).compact from search_groups g where g.id = w.group_id and g.is_own;
