import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { searchGroupId, searchGroupSubjectId, SEARCH_MISSES_PAGE_SIZE } from './search-group.ts'
import {
  addSearchWords,
  changeSearchWords,
  deleteSearchWords,
  readSearchWords,
} from './search-words.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  await insertProduct(database, { name: 'Quickcook Noodles' })
})
afterAll(() => database.close())
beforeEach(() => database.query('delete from search_groups where is_own'))

const read = (word = '', page = 1) => readSearchWords(shop, admin, { word, page })
const add = (words: string[], isConfirmed = false) => addSearchWords(shop, admin, { words, isConfirmed })
async function added(words: string[]): Promise<number> {
  const answer = await add(words, true)
  if (!answer.ok) throw new Error(`The words of this test were refused: ${answer.refusal.code}`)
  return answer.value.id
}
const ownWords = async () => (await read()).groups.map(({ words }) => words)
const found = async (search: string) => {
  const { rows } = await sql<{
    total: number
  }>`select total from search_storefront(${search}, null, false, 0, 0, false, null, null, 'best-match', 1, 10)`.execute(
    shop.db.visitor,
  )
  return rows[0]!.total
}
const eventsOf = (id: number) =>
  database.query(
    'select event, actor_id, before, after, version from audit_events where subject_id = $1 order by id',
    [searchGroupSubjectId(id)],
  )

describe('Own groups of words', () => {
  test('SEARCH-71 a search for one word of a group finds the others; changed and deleted words find nothing', async () => {
    expect(await found('zingnest')).toBe(0)
    const id = await added(['Zingnest', '  instant   NOODLES ', 'quickcook noodles', 'zingnest', ''])
    expect(await ownWords()).toEqual(['zingnest, instant noodles, quickcook noodles'])
    expect([await found('zingnest'), await found('zing-nest')]).toEqual([1, 1])
    expect(
      await changeSearchWords(shop, admin, {
        id,
        version: 1,
        words: ['velkroppi', 'quickcook'],
        isConfirmed: false,
      }),
    ).toEqual({ ok: true, value: { id, version: 2 } })
    expect([await found('zingnest'), await found('velkroppi')]).toEqual([0, 1])
    expect(await deleteSearchWords(shop, admin, { id, version: 2 })).toMatchObject({ ok: true })
    expect([await found('velkroppi'), await ownWords()]).toEqual([0, []])
  })

  test.each([
    [['one', 'ones', ''], { code: 'too-few-words', min: 2 }],
    [
      Array.from({ length: 41 }, (_, index) => `word${index}`),
      { code: 'too-many-words', max: 40, count: 41 },
    ],
    [['noodles', 'n'.repeat(61)], { code: 'word-too-long', word: 'n'.repeat(61), max: 60 }],
    [['noodles', '!?'], { code: 'word-not-searchable', word: '!?' }],
    [['noodles', 'a b c d e f g'], { code: 'word-not-searchable', word: 'a b c d e f g' }],
    [['zingnest', 'zangnost'], { code: 'confirm' }],
  ])('SEARCH-72 %j is refused', async (words, refusal) => {
    expect(await add(words)).toEqual({ ok: false, refusal })
    expect(await ownWords()).toEqual([])
  })

  test('SEARCH-72 40 words of 60 characters are saved, words that no product has if confirmed', async () => {
    const words = Array.from(
      { length: 40 },
      (_, index) => `${'n'.repeat(30)} ${'m'.repeat(26)} ${10 + index}`,
    )
    expect(await add([...words.slice(0, 39), 'noodles'])).toMatchObject({ ok: true })
    expect(await add(words)).toEqual({ ok: false, refusal: { code: 'name-taken', word: words[0] } })
    expect(await add(['zingnest', 'zangnost'], true)).toMatchObject({ ok: true })
    expect(await add(['zangnost', 'zingnest'], true)).toMatchObject({ ok: true })
  })

  test('SEARCH-72 at most 500 groups, also if several are added at once', async () => {
    await database.query(
      `insert into search_groups (name, is_own) select 'filler ' || n, true from generate_series(1, 498) n`,
    )
    const answers = await Promise.all(
      ['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff'].map((name) => add([name, 'noodles'])),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    expect(answers.filter((answer) => !answer.ok)).toEqual(
      Array.from({ length: 4 }, () => ({ ok: false, refusal: { code: 'too-many-groups', max: 500 } })),
    )
  })

  test('SEARCH-74 of two editors the second sees the words of the first, and nothing is overwritten', async () => {
    const id = await added(['zingnest', 'noodles'])
    const save = (word: string) =>
      changeSearchWords(shop, admin, {
        id,
        version: 1,
        words: ['zingnest', 'noodles', word],
        isConfirmed: false,
      })
    const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => save(`turn${turn}`)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const [words] = await ownWords()
    for (const answer of answers) {
      if (!answer.ok)
        expect(answer.refusal).toMatchObject({
          code: 'changed-meanwhile',
          current: { id, version: 2, words },
          changes: [{ field: 'words', was: 'zingnest, noodles', is: words }],
        })
    }
    expect(await deleteSearchWords(shop, admin, { id, version: 1 })).toEqual({
      ok: false,
      refusal: { code: 'changed-meanwhile' },
    })
    expect(await ownWords()).toEqual([words])
  })

  test('SEARCH-74 words of a group that was deleted while it was open make a new one if that is confirmed', async () => {
    const id = await added(['zingnest', 'noodles'])
    await deleteSearchWords(shop, admin, { id, version: 1 })
    const entries = { id, version: 1, words: ['zingnest', 'noodles', 'nests'] }
    expect(await changeSearchWords(shop, admin, { ...entries, isConfirmed: false })).toEqual({
      ok: false,
      refusal: { code: 'deleted-meanwhile' },
    })
    expect(await changeSearchWords(shop, admin, { ...entries, isConfirmed: true })).toMatchObject({
      ok: true,
    })
    expect(await ownWords()).toEqual(['zingnest, nests, noodles'])
  })

  test('SEARCH-74 changing and deleting one group at once do not wait for each other forever', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await added(['zingnest', 'noodles', `round ${round}`])
      const words = ['zingnest', 'noodles', 'changed']
      const [changed, deleted] = await Promise.all([
        changeSearchWords(shop, admin, { id, version: 1, words, isConfirmed: false }),
        deleteSearchWords(shop, admin, { id, version: 1 }),
      ])
      expect([changed.ok, deleted.ok].filter(Boolean)).toHaveLength(1)
      if (!deleted.ok) await deleteSearchWords(shop, admin, { id, version: 2 })
    }
  })

  test('SEARCH-75 audit log: added, changed and deleted, with the words before and after', async () => {
    const id = await added(['zingnest', 'noodles'])
    const change = { id, version: 1, isConfirmed: false }
    await changeSearchWords(shop, admin, { ...change, words: ['noodles', 'zingnest'] })
    // The same words in another order, with the same name, change nothing.
    await changeSearchWords(shop, admin, { ...change, version: 2, words: ['noodles', 'zingnest'] })
    await deleteSearchWords(shop, admin, { id, version: 2 })
    const [first, second] = [{ words: 'zingnest, noodles' }, { words: 'noodles, zingnest' }]
    expect(await eventsOf(id)).toEqual([
      { event: 'added', actor_id: admin.userId, before: null, after: first, version: 1 },
      { event: 'changed', actor_id: admin.userId, before: first, after: second, version: 2 },
      { event: 'deleted', actor_id: admin.userId, before: second, after: null, version: 3 },
    ])
    const { rows } = await readAuditLog(shop, admin, { kind: 'search-words' })
    expect(rows.slice(0, 3).map(({ event, subject }) => [event, subject])).toEqual(
      [
        ['deleted', 'noodles'],
        ['changed', 'noodles'],
        ['added', 'zingnest'],
      ].map(([event, name]) => [event, { kind: 'search-group', id: searchGroupSubjectId(id), name }]),
    )
    expect(searchGroupId(searchGroupSubjectId(id))).toBe(id)
    const again = await added(['zingnest', 'noodles'])
    const matches = await readAuditLog(shop, admin, { search: 'zingn' })
    expect(matches.rows.map(({ subject }) => subject.id)).toEqual([searchGroupSubjectId(again)])
  })
})

describe('Searches without a result', () => {
  beforeAll(() =>
    database.query(
      `insert into search_misses (day, search, count)
       values (current_date, 'zingnest', 2), (current_date - 29, 'zingnest', 3), (current_date, 'asafetida', 4),
              (current_date - 30, 'too old', 9), (current_date, 'quickcook', 1)`,
    ),
  )

  test('SEARCH-70 the last 30 days, most frequent first, in pages', async () => {
    const { misses, total, limits } = await read()
    expect(misses).toEqual([
      { search: 'zingnest', count: 5, is_found: false },
      { search: 'asafetida', count: 4, is_found: false },
      { search: 'quickcook', count: 1, is_found: false },
    ])
    expect([total, limits.kept_days]).toEqual([3, 30])
    await added(['asafetida', 'noodles'])
    await added(['zingnest', 'not sold'])
    expect((await read()).misses.map(({ is_found }) => is_found)).toEqual([false, true, false])
    await database.query(
      `insert into search_misses (day, search) select current_date, 'rare ' || n from generate_series(1, 60) n`,
    )
    const second = await read('', 2)
    expect([second.total, second.page, second.misses.length]).toEqual([63, 2, 63 - SEARCH_MISSES_PAGE_SIZE])
    expect((await read('', 99)).page).toBe(1)
  })

  test('SEARCH-70 what is older than 30 days is deleted with the next search without a result', async () => {
    await database.query(`insert into search_misses (day, search) values (current_date - 31, 'older')`)
    await sql`select record_search_miss('zingnest')`.execute(shop.db.visitor)
    expect(await database.query('select search from search_misses where day < current_date - 30')).toEqual([])
  })
})

test('SEARCH-73 a word is looked up in built-in and own groups, which hold it alone or among others', async () => {
  await database.query(`insert into search_groups (name) values ('built in noodles')`)
  await database.query(
    `insert into search_group_words (group_id, word, stems, compact)
     select id, w, (read_search_name(w)).*
       from search_groups, unnest(array['built in noodles', 'ramyeonlike']) w where name = 'built in noodles'`,
  )
  const id = await added(['zingnest', 'noodles'])
  const { found_groups: groups } = await read('Noodle')
  expect(groups[0]).toEqual({ id, is_own: true, words: 'zingnest, noodles', narrower: [] })
  expect(groups).toContainEqual(
    expect.objectContaining({ is_own: false, words: 'built in noodles, ramyeonlike' }),
  )
  expect([(await read('qqqq')).found_groups, (await read(' ?! ')).found_groups]).toEqual([[], []])
})

describe('SEARCH-76 Permissions', () => {
  test('SEARCH-76 use-cases refuse visitors and customers', async () => {
    for (const actor of [visitor, await insertCustomer(database)]) {
      await expect(readSearchWords(shop, actor, { word: '', page: 1 })).rejects.toThrow('may not')
      await expect(addSearchWords(shop, actor, { words: [], isConfirmed: true })).rejects.toThrow('may not')
      const id = { id: 1, version: 1 }
      await expect(changeSearchWords(shop, actor, { ...id, words: [], isConfirmed: true })).rejects.toThrow(
        'may not',
      )
      await expect(deleteSearchWords(shop, actor, id)).rejects.toThrow('may not')
    }
  })

  test('SEARCH-76 the procedures refuse who is no administrator, even in the role of one', async () => {
    const id = await added(['zingnest', 'noodles'])
    const forgedAdmin = { ...(await insertCustomer(database)), kind: 'admin' } as const
    await database.db.withActor(forgedAdmin, async (trx) => {
      const { rows } = await sql<{ added: unknown; changed: unknown; deleted: unknown }>`
        select save_search_group(null, 0, ${['stolen', 'noodles']}, true) as added,
               save_search_group(${id}, 1, ${['stolen', 'noodles']}, true) as changed, delete_search_group(${id}, 1) as deleted`.execute(
        trx,
      )
      const refused = { ok: false, refusal: { code: 'not-found' } }
      expect(rows).toEqual([{ added: refused, changed: refused, deleted: refused }])
      const words = await sql`select * from find_search_words('noodles', 1, 50)`.execute(trx)
      expect(words.rows).toEqual([])
    })
    expect(await ownWords()).toEqual(['zingnest, noodles'])
    for (const actor of [visitor, await insertCustomer(database), admin])
      for (const statement of [
        `insert into search_groups (name, is_own) values ('stolen', true)`,
        `delete from search_groups`,
        `select * from search_misses`,
      ])
        await expect(database.db.withActor(actor, (trx) => sql.raw(statement).execute(trx))).rejects.toThrow(
          'permission denied',
        )
    for (const actor of [visitor, await insertCustomer(database)])
      await expect(
        database.db.withActor(actor, (trx) => sql`select delete_search_group(${id}, 1)`.execute(trx)),
      ).rejects.toThrow('permission denied')
  })

  test('SEARCH-76 built-in groups are neither changed nor deleted', async () => {
    const [builtIn] = await database.query<{ id: number }>(
      'select id from search_groups where not is_own limit 1',
    )
    const id = builtIn!.id
    const words = ['stolen', 'noodles']
    expect(await changeSearchWords(shop, admin, { id, version: 1, words, isConfirmed: false })).toEqual({
      ok: false,
      refusal: { code: 'deleted-meanwhile' },
    })
    expect(await deleteSearchWords(shop, admin, { id, version: 1 })).toEqual({
      ok: false,
      refusal: { code: 'not-found' },
    })
  })
})
