import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { insertDemoProducts } from '#tests/fixtures/products/insert-demo-products.ts'
import { createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { listProducts, suggestProducts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import type { ProductQuery } from '#features/catalogue/storefront/product-query.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase({ withSearchWords: true })
  shop = createTestShop(database)
  await insertDemoProducts(database)
})
afterAll(() => database.close())

const search = (text: string, filters: Partial<ProductQuery> = {}) =>
  listProducts(shop, {
    search: text,
    category: null,
    bestSellersOnly: false,
    sort: 'best-match',
    page: 1,
    ...filters,
  })
const slugs = (products: readonly { slug: string }[]) => products.map(({ slug }) => slug)

test('SEARCH-60 Enter finds first what the suggestions show first, for the beginnings of the words of every name', async () => {
  const names = await database.query<{ name: string }>('select name from products where is_active')
  const words = new Set(names.flatMap(({ name }) => name.toLowerCase().split(/[^a-z]+/)))
  // Every search omits 'for'.
  const begun = [...words]
    .filter((word) => word.length > 4)
    .map((word) => word.slice(0, 3))
    .filter((text) => text !== 'for')
  const texts = new Set([
    ...begun,
    'elak',
    'kurumu',
    'manj',
    'kattan ch',
    'chicken c',
    'meen mo',
    'karimeen polichathu',
  ])
  const differing: string[] = []
  for (const text of texts) {
    const [{ products: suggested }, { products }] = await Promise.all([
      suggestProducts(shop, text),
      search(text),
    ])
    if (suggested.length === 0 || suggested[0]!.slug !== products[0]?.slug)
      differing.push(`${text}: ${suggested[0]?.slug ?? 'nothing'}, ${products[0]?.slug ?? 'nothing'}`)
  }
  expect(texts.size).toBeGreaterThan(70)
  expect(differing).toEqual([])
})

test('SEARCH-60 a common word that only begins a word of the shop finds it, and the answer says so', async () => {
  for (const [text, foundBy] of [
    ['gin', 'beginning'],
    ['car', 'beginning'],
    ['cash', 'beginning'],
    ['must', 'beginning'],
    ['mustard', null],
    ['elak', null],
    ['ginger', null],
  ] as const)
    expect([text, (await search(text)).foundBy]).toEqual([text, foundBy])
})

test('SEARCH-60 karupatti finds palm jaggery where it is sold; where not, the closest is jaggery', async () => {
  const { total, nearest } = await search('karupatti')
  expect([total, nearest[0]!.slug]).toEqual([0, 'organic-cane-jaggery-powder'])
  const setSale = (isActive: boolean) =>
    database.query(`update products set is_active = $1 where slug = 'palm-jaggery-blocks'`, [isActive])
  await setSale(true)
  try {
    for (const text of ['karupatti', 'karupat', 'panai vellam'])
      expect([text, (await search(text)).products[0]?.slug]).toEqual([text, 'palm-jaggery-blocks'])
  } finally {
    await setSale(false)
  }
})

test('SEARCH-61 every dish finds products that are named so or needed for it, and the answer says so', async () => {
  const dishes = JSON.parse(readFileSync('platform/database/search-words/dishes.json', 'utf8')) as {
    name: string
  }[]
  const wrong: string[] = []
  for (const { name } of dishes) {
    const { total, foundBy } = await search(name)
    if (total === 0 || foundBy !== 'dish') wrong.push(`${name}: ${total}, ${foundBy}`)
  }
  expect(wrong).toEqual([])
})

test('SEARCH-59 the names of the thesaurus are stored as a search for them is read', async () => {
  const different = await database.query(
    `select w.word from search_group_words w, read_search_name(w.word) n
      where (char_length(w.word) > 25 or hashtext(w.word) % 16 = 0) and (w.stems, w.compact) is distinct from (n.stems, n.compact)`,
  )
  expect(different).toEqual([])
})

test('SEARCH-61 what products are called is no dish by its stem alone', async () => {
  // 'pickling' would turn each search for 'pickle' into a dish.
  const wrong = await database.query(
    `select distinct w.word from search_group_words w join search_group_narrower n on n.group_id = w.group_id and n.use_position is not null
      where exists (select from product_words p where p.stem = w.compact) and not exists (select from product_words p where p.word = w.word)`,
  )
  expect(wrong).toEqual([])
  for (const text of ['pickle', 'tea', 'jaggery']) expect((await search(text)).foundBy).not.toBe('dish')
})

test('SEARCH-61 what goes into a dish is found by names alone, and obeys the filters', async () => {
  // Nearly every snack has coconut oil among its ingredients.
  const { products } = await search('fish fry')
  expect(slugs(products)).not.toContain('nendran-banana-chips')
  const withoutMustard = await search('fish curry', { freeFrom: ['mustard'] })
  expect(slugs(withoutMustard.products)).not.toContain('malabar-fish-masala')
  expect(withoutMustard.total).toBeGreaterThan(0)
})

test('SEARCH-62 what nothing is called by is looked for in descriptions, apart from what is found', async () => {
  for (const [text, described] of [
    ['chicken', ['varutharacha-coconut-masala']],
    ['brown sugar', ['organic-cane-jaggery-powder']],
    ['cheese sandwiches', ['puli-inji-relish']],
    ['cardamom biryani', ['wayanad-green-cardamom']],
    ['the best espresso', ['wayanad-robusta-coffee-beans']],
    ['zzqqxx', []],
  ] as const) {
    const list = await search(text)
    expect([text, list.total, slugs(list.described)]).toEqual([text, 0, described])
    expect(slugs(list.nearest).filter((slug) => (described as readonly string[]).includes(slug))).toEqual([])
  }
  expect((await search('cardamom')).described).toEqual([])
})

test('SEARCH-62 SEARCH-17 descriptions show nothing that is filtered out, and nothing if freedom is asked for', async () => {
  const milk = async (filters: Partial<ProductQuery>) => slugs((await search('smooth', filters)).described)
  expect(await milk({})).toEqual(['coconut-milk-powder'])
  expect(await milk({ freeFrom: ['milk'] })).toEqual([])
  expect(await milk({ suitableFor: ['vegan'] })).toEqual([])
  expect((await search('curry without chicken')).described).toEqual([])
})
