import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALLERGEN_KEYS, type AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import { SUITABILITY_KEYS } from '#features/catalogue/labels/suitability.ts'
import type { ProductPage, ProductQuery } from '#features/catalogue/storefront/product-query.ts'
import { listProducts, suggestProducts } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createTestShop, insertCategory } from '#tests/fixtures/databases/test-records.ts'
import { DEMO_ALLERGENS } from '#tests/fixtures/products/allergen-readings.ts'
import { insertDemoProducts } from '#tests/fixtures/products/insert-demo-products.ts'

let database: TestDatabase
let shop: ShopDependencies
let active: { slug: string; price: number; stock: number; lifestyle: string; dietary_info: string }[]
beforeAll(async () => {
  database = await createTestDatabase({ withSearchWords: true })
  shop = createTestShop(database)
  await insertDemoProducts(database)
  active = await database.query(
    `select slug, price, stock, coalesce(lifestyle, '') as lifestyle, coalesce(dietary_info, '') as dietary_info from products where is_active`,
  )
  // A separate category, without labels.
  const category = await insertCategory(database, 'Unlabelled')
  await database.query(
    `insert into products (slug, name, category_id, price, stock, brand, manufacturer)
     values ('unlabelled-mix', 'Unlabelled Mix', $1, 9, 5, 'Ninth Bend', '{"name":"","address":"","city":"","country":""}')`,
    [category],
  )
})
afterAll(() => database.close())

type Filters = Partial<ProductQuery>
async function list(filters: Filters): Promise<ProductPage & { slugs: string[] }> {
  const query = { category: null, bestSellersOnly: false, sort: 'featured', ...filters } as const
  const first = await listProducts(shop, { ...query, page: 1 })
  const slugs = first.products.map(({ slug }) => slug)
  for (let page = 2; page <= first.pageCount; page += 1)
    slugs.push(...(await listProducts(shop, { ...query, page })).products.map(({ slug }) => slug))
  return { ...first, slugs: slugs.sort() }
}

const isFree = (slug: string, key: AllergenKey) => {
  const { contains = [], mayContain = [] } = DEMO_ALLERGENS[slug]!
  return !contains.includes(key) && !mayContain.includes(key)
}
const freeOf = (keys: readonly AllergenKey[]) =>
  active.filter(({ slug }) => keys.every((key) => isFree(slug, key)))
const slugsOf = (products: readonly { slug: string }[]) => products.map(({ slug }) => slug).sort()

test.each(ALLERGEN_KEYS)(
  'SEARCH-53 free from %s: what the labels, read by hand, declare free of it',
  async (key) => {
    const { slugs, total, hidden } = await list({ freeFrom: [key] })
    expect(slugs).toEqual(slugsOf(freeOf([key])))
    expect(total).toBe(slugs.length)
    expect(hidden).toEqual({
      contains: active.filter(({ slug }) => DEMO_ALLERGENS[slug]!.contains?.includes(key)).length,
      mayContain: active.filter(({ slug }) => DEMO_ALLERGENS[slug]!.mayContain?.includes(key)).length,
      notKnown: 1,
    })
  },
)

test('SEARCH-53 free from each pair of allergens', async () => {
  for (const [index, one] of ALLERGEN_KEYS.entries())
    for (const other of ALLERGEN_KEYS.slice(index + 1))
      expect((await list({ freeFrom: [one, other] })).slugs, `${one}, ${other}`).toEqual(
        slugsOf(freeOf([one, other])),
      )
})

test('SEARCH-53 a product whose label does not say is in every list but those of free products', async () => {
  expect((await list({})).slugs).toContain('unlabelled-mix')
  expect((await list({ search: 'unlabelled' })).slugs).toEqual(['unlabelled-mix'])
  for (const key of ALLERGEN_KEYS)
    expect((await list({ search: 'unlabelled', freeFrom: [key] })).slugs, key).toEqual([])
})

const WORDS: Record<AllergenKey, string> = {
  celery: 'celery',
  gluten: 'wheat',
  crustaceans: 'prawn',
  eggs: 'egg',
  fish: 'fish',
  lupin: 'lupin',
  milk: 'dairy',
  molluscs: 'mussel',
  mustard: 'mustard',
  nuts: 'nut',
  peanuts: 'peanut',
  sesame: 'sesame',
  soybeans: 'soya',
  sulphites: 'sulphite',
}

test.each(ALLERGEN_KEYS)(
  'SEARCH-17 a search for something free of %s shows no other product, found, near or suggested',
  async (key) => {
    const word = WORDS[key]
    for (const text of [
      `${word} free`,
      `pickle ${word} free`,
      `pickle no ${word}`,
      `without ${word}`,
      `free ${word}`,
    ]) {
      const { products, nearest } = await listProducts(shop, base(text, {}))
      const suggested = (await suggestProducts(shop, text)).products
      for (const { slug } of [...products, ...nearest, ...suggested])
        expect(slug === 'unlabelled-mix' || !isFree(slug, key), `${text}: ${slug}`).toBe(false)
    }
  },
)

test('SEARCH-17 products close to a search are within its filters', async () => {
  const near = async (filters: Filters) =>
    (await list({ search: 'mango zzzz', ...filters })).nearest.map(({ slug }) => slug)
  expect(await near({})).toContain('tender-mango-pickle')
  expect(await near({ freeFrom: ['sesame'] })).not.toContain('tender-mango-pickle')
  expect((await list({ search: 'kingfish zzzz' })).nearest.map(({ slug }) => slug)).toContain(
    'kingfish-pickle',
  )
  expect(
    (await list({ search: 'kingfish zzzz', suitableFor: ['vegan'] })).nearest.map(({ slug }) => slug),
  ).not.toContain('kingfish-pickle')
})

test('SEARCH-17 SEARCH-24 products that are close by the last word are within the filters', async () => {
  const near = async (filters: Filters) =>
    (await list({ search: 'mango chutney', ...filters })).nearest.map(({ slug }) => slug)
  expect(await near({})).toContain('prawn-chammanthi-podi')
  expect(await near({ freeFrom: ['crustaceans'] })).not.toContain('prawn-chammanthi-podi')
  const vegan = await near({ suitableFor: ['vegan'] })
  expect(vegan).toContain('tender-mango-pickle')
  expect(vegan).not.toContain('kingfish-pickle')
})

test('SEARCH-17 a search that excludes something shows no products close to it', async () => {
  for (const search of ['pickle no garlic', 'garlic free pickle', 'pickle without garlic'])
    expect((await list({ search })).nearest, search).toEqual([])
})

test('SEARCH-19 how many there are apart from what labels answer', async () => {
  for (const labelFilters of [
    { freeFrom: ['mustard'] },
    { suitableFor: ['organic'] },
    { freeFrom: ['mustard'], suitableFor: ['vegan'] },
  ] as Filters[])
    for (const others of [
      { search: 'pickle' },
      { category: 'pickles-chutneys', inStockOnly: true },
      { maxPrice: 4 },
    ])
      expect(
        (await list({ ...others, ...labelFilters })).totalOfAnyLabel,
        JSON.stringify([others, labelFilters]),
      ).toBe((await list(others)).total)
})

const COUNTED_ALLERGENS: AllergenKey[] = ['gluten', 'mustard', 'sesame', 'lupin']

test.each([null, 'pickles'])(
  'SEARCH-54 each choice counts what it would leave, with a search or without: %s',
  async (search) => {
    for (const chosen of [
      {},
      { freeFrom: ['sesame'] },
      { suitableFor: ['vegan'], inStockOnly: true },
      { minPrice: 3, maxPrice: 6 },
      { category: 'snacks-sweets', freeFrom: ['nuts'] },
      { bestSellersOnly: true },
    ] as Filters[]) {
      const { counts } = await list({ search, ...chosen })
      const label = JSON.stringify([search, chosen])
      for (const key of COUNTED_ALLERGENS)
        expect(counts.freeFrom[key], `${label} ${key}`).toBe(
          (await listProducts(shop, { ...base(search, chosen), freeFrom: [...(chosen.freeFrom ?? []), key] }))
            .total,
        )
      for (const key of SUITABILITY_KEYS)
        expect(counts.suitableFor[key], `${label} ${key}`).toBe(
          (
            await listProducts(shop, {
              ...base(search, chosen),
              suitableFor: [...(chosen.suitableFor ?? []), key],
            })
          ).total,
        )
      expect(counts.inStock, label).toBe(
        (await listProducts(shop, { ...base(search, chosen), inStockOnly: true })).total,
      )
      for (const [category, count] of Object.entries(counts.categories))
        expect(count, `${label} ${category}`).toBe(
          (await listProducts(shop, { ...base(search, chosen), category })).total,
        )
    }
  },
)

const base = (search: string | null, chosen: Filters) =>
  ({ search, category: null, bestSellersOnly: false, sort: 'featured', page: 1, ...chosen }) as const

test('SEARCH-55 suitable for: only what the label claims, and gluten free never from allergens', async () => {
  const claims = {
    vegan: /\bvegan/i,
    vegetarian: /vegan|vegetarian/i,
    halal: /halal/i,
    'gluten-free': /gluten free/i,
    organic: /organic/i,
  } as const
  for (const key of SUITABILITY_KEYS)
    expect((await list({ suitableFor: [key] })).slugs, key).toEqual(
      slugsOf(
        active.filter(({ lifestyle, dietary_info }) => claims[key].test(`${lifestyle}, ${dietary_info}`)),
      ),
    )
  await database.query(
    `update products set allergens = (select jsonb_object_agg(key, 'free') from jsonb_each(allergens)) where slug = 'unlabelled-mix'`,
  )
  expect((await list({ freeFrom: ['gluten'] })).slugs).toContain('unlabelled-mix')
  expect((await list({ suitableFor: ['gluten-free'] })).slugs).not.toContain('unlabelled-mix')
})

test('SEARCH-55 a label that says what it does not suit claims nothing', async () => {
  await database.query(
    `update products set lifestyle = 'Not suitable for vegans, Not halal', dietary_info = 'Not organic, Not gluten free' where slug = 'unlabelled-mix'`,
  )
  for (const key of SUITABILITY_KEYS)
    expect((await list({ suitableFor: [key] })).slugs, key).not.toContain('unlabelled-mix')
})

test('SEARCH-55 a claim that an allergen contradicts claims nothing', async () => {
  const set = (statements: object) =>
    database.query(
      `update products set lifestyle = 'Vegan', dietary_info = 'Gluten free',
         allergens = (select jsonb_object_agg(key, 'free') from jsonb_each(allergens)) || $1 where slug = 'unlabelled-mix'`,
      [JSON.stringify(statements)],
    )
  const isListed = async (key: 'vegan' | 'gluten-free') => {
    const isFiltered = (await list({ suitableFor: [key] })).slugs.includes('unlabelled-mix')
    const isFound = (await list({ search: key.replace('-', ' ') })).slugs.includes('unlabelled-mix')
    expect(isFound, key).toBe(isFiltered)
    return isFiltered
  }
  await set({})
  expect([await isListed('vegan'), await isListed('gluten-free')]).toEqual([true, true])
  for (const statement of ['contains', 'may contain']) {
    await set({ gluten: statement })
    expect(await isListed('gluten-free')).toBe(false)
  }
  for (const key of ['milk', 'eggs', 'fish', 'crustaceans', 'molluscs']) {
    await set({ [key]: 'contains' })
    expect(await isListed('vegan'), key).toBe(false)
  }
})

test('SEARCH-56 prices, stock and unit price', async () => {
  expect((await list({ minPrice: 3, maxPrice: 5 })).slugs).toEqual(
    slugsOf(active.filter(({ price }) => price >= 3 && price <= 5)),
  )
  const inStock = await list({ inStockOnly: true })
  expect(inStock.slugs.filter((slug) => slug !== 'unlabelled-mix')).toEqual(
    slugsOf(active.filter(({ stock }) => stock > 0)),
  )
  const { products } = await listProducts(shop, { ...base(null, {}), sort: 'unit-price' })
  const each = products.map(({ price, net_weight }) => price / amountOf(net_weight!))
  expect(each).toEqual(each.toSorted((a, b) => a - b))
})

function amountOf(netWeight: string): number {
  const [, amount, unit] = /^([\d.]+)(kg|g|ml)$/.exec(netWeight)!
  return Number(amount) * (unit === 'kg' ? 1000 : 1)
}

test('SEARCH-57 what the owner changes is found or gone in the next search', async () => {
  const find = async (search: string) => (await list({ search })).slugs
  await database.query(`update products set name = 'Zedoary Powder' where slug = 'unlabelled-mix'`)
  expect(await find('zedoary')).toEqual(['unlabelled-mix'])
  await database.query(`update products set is_active = false where slug = 'unlabelled-mix'`)
  expect(await find('zedoary')).toEqual([])
  await database.query(`update products set is_active = true, stock = 0 where slug = 'unlabelled-mix'`)
  expect((await list({ search: 'zedoary', inStockOnly: true })).slugs).toEqual([])
  await database.query(`update products set stock = 3 where slug = 'unlabelled-mix'`)
  expect((await list({ search: 'zedoary', inStockOnly: true })).slugs).toEqual(['unlabelled-mix'])
  await database.query(
    `update categories set name = 'Rhizomes' where id = (select category_id from products where slug = 'unlabelled-mix')`,
  )
  expect(await find('rhizome')).toEqual(['unlabelled-mix'])
})
