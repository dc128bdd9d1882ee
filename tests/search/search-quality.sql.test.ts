import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { insertDemoProducts } from '#tests/fixtures/products/insert-demo-products.ts'
import { createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { listProducts, suggestProducts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

type FoundQuery = { kind: string; query: string; first: string[]; all?: true }
type QuerySet = { found: FoundQuery[]; notSold: { query: string }[]; onlyRelated?: { query: string }[] }
/** The first two sets were written by two people who had not seen the thesaurus. */
const sets = ['search-queries', 'household-queries', 'dish-queries'].map(
  (name) => JSON.parse(readFileSync(`tests/search/${name}.json`, 'utf8')) as QuerySet,
)
const found = sets.flatMap((set) => set.found)
const SHOWN_FIRST = 3
const MIN_SHARE = 0.95

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase({ withSearchWords: true })
  shop = createTestShop(database)
  await insertDemoProducts(database)
})
afterAll(() => database.close())

const search = (query: string) =>
  listProducts(shop, { search: query, category: null, bestSellersOnly: false, sort: 'best-match', page: 1 })

const kinds = [...new Set(found.map(({ kind }) => kind))]

describe('SEARCH-51 The right product is among the first three', () => {
  test.each(kinds)('SEARCH-51 SEARCH-23 %s', async (kind) => {
    const queries = found.filter((each) => each.kind === kind)
    const misses: string[] = []
    const calledRelated: string[] = []
    for (const { query, first, all } of queries) {
      const { products, foundBy } = await search(query)
      const shown = products.slice(0, SHOWN_FIRST).map(({ slug }) => slug)
      if (foundBy === 'related') calledRelated.push(query)
      const isFound = all
        ? first.every((slug) => shown.includes(slug))
        : first.some((slug) => shown.includes(slug))
      if (!isFound) misses.push(`${query}: ${shown.join(', ') || 'nothing'}`)
    }
    expect(queries.length).toBeGreaterThanOrEqual(10)
    expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(queries.length * (1 - MIN_SHARE))
    expect(calledRelated).toEqual([])
  })
})

test.each(sets)('SEARCH-52 what the shop does not sell is not found', async ({ notSold }) => {
  const wrong: string[] = []
  for (const { query } of notSold) if ((await search(query)).total > 0) wrong.push(query)
  expect(wrong).toEqual([])
})

test('SEARCH-2 a name that is half typed is suggested', async () => {
  for (const [typed, slug] of [
    ['elak', 'wayanad-green-cardamom'],
    ['card', 'wayanad-green-cardamom'],
    ['jagg', 'organic-cane-jaggery-powder'],
    ['kurumul', 'tellicherry-black-peppercorns'],
  ] as const)
    expect([typed, (await suggestProducts(shop, typed)).products.map((product) => product.slug)]).toEqual([
      typed,
      expect.arrayContaining([slug]),
    ])
})

test('SEARCH-25 names written as one word, and cardamom as it is spelled in Kerala', async () => {
  for (const [typed, slug] of [
    ['mustardseed', 'small-black-mustard-seeds'],
    ['mustardseeds', 'small-black-mustard-seeds'],
    ['coconutoil', 'cold-pressed-virgin-coconut-oil'],
    ['ഏലയ്ക്ക', 'wayanad-green-cardamom'],
  ] as const)
    expect([typed, (await search(typed)).products[0]?.slug]).toEqual([typed, slug])
})

test('SEARCH-18 the answer marks what is only an ingredient, not what a name, category or claim says', async () => {
  for (const [typed, isOnlyIngredient] of [
    ['wheat flour', true],
    ['urad dal', true],
    ['asafoetida', true],
    ['cardamom', false],
    ['elakka', false],
    ['spices', false],
    ['vegan', false],
    ['snacks with rice flour', false],
    ['zzqqxx', false],
  ] as const) {
    const list = await search(typed)
    expect([typed, list.total > 0, list.foundBy === 'ingredient']).toEqual([
      typed,
      typed !== 'zzqqxx',
      isOnlyIngredient,
    ])
  }
})

test('SEARCH-24 products close to something that is not sold', async () => {
  for (const [query, slugs] of [
    ['mango chutney', ['tender-mango-pickle', 'prawn-chammanthi-podi']],
    ['ginger powder', ['ginger-in-forest-honey']],
    ['green tea', ['wayanad-orthodox-black-tea']],
    ['brown rice', ['palakkadan-matta-rice', 'organic-gandhakasala-rice']],
    ['seafood', ['kingfish-pickle', 'malabar-mussel-pickle', 'prawn-chammanthi-podi']],
    ['naranga achar', ['tender-mango-pickle']],
  ] as const) {
    const { total, nearest } = await search(query)
    expect([query, total, nearest.map(({ slug }) => slug)]).toEqual([
      query,
      0,
      expect.arrayContaining([...slugs]),
    ])
  }
  expect((await search('mango chutney')).nearest[0]!.slug).toBe('tender-mango-pickle')
  expect((await search('green tea')).nearest[0]!.slug).toBe('wayanad-orthodox-black-tea')
  expect((await search('orange juice')).nearest).toEqual([])
})

test('SEARCH-23 if only related products are found, the answer says so', async () => {
  const onlyRelated = sets.flatMap((set) => set.onlyRelated ?? [])
  expect(onlyRelated.length).toBeGreaterThanOrEqual(10)
  for (const { query } of onlyRelated) {
    const { total, foundBy } = await search(query)
    expect([query, total > 0, foundBy]).toEqual([query, true, 'related'])
  }
})

test('SEARCH-23 with price limits the answer does not say so, because other products may be outside them', async () => {
  const query = {
    search: 'chilli oil',
    category: null,
    bestSellersOnly: false,
    sort: 'best-match',
    page: 1,
  } as const
  expect((await listProducts(shop, { ...query, inStockOnly: true })).foundBy).toBe('related')
  expect((await listProducts(shop, { ...query, maxPrice: 5 })).foundBy).toBeNull()
})

test('SEARCH-7 the answer names a typing error and what is shown instead, even if the thesaurus has it', async () => {
  for (const [typed, shown] of [
    ['cardamon', 'cardamom'],
    ['tumeric', 'turmeric'],
    ['cardamon pods', 'cardamom pods'],
    ['peper', 'pepper'],
    ['tellichery', 'tellicherry'],
    ['cardamom', null],
    ['elakka', null],
    ['CLOVE', null],
    ['kappa chips', null],
  ] as const)
    expect([typed, (await search(typed)).correctedSearch]).toEqual([typed, shown])
})
