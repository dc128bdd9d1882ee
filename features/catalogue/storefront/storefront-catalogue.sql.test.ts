import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { homeCacheTags } from '#shop/cache-tags/cache-tags.ts'
import {
  DEFAULT_PRODUCT_SORT,
  HOME_BEST_SELLERS_COUNT,
  HOME_CATEGORIES_COUNT,
  PAGE_SIZE,
  PRODUCT_SORTS,
  type ProductSort,
} from '#shop/constants.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { insertCustomer, insertAdmin, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  catalogueCounts,
  findProduct,
  readHomePage,
  listCategories,
  listProducts,
} from './storefront-catalogue.server.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  await insertCatalogue()
})
afterAll(() => database.close())

/** 'Spices' has 40 products, every tenth inactive; 'Teas' has three, one active; the others have one, inactive in 'Shelf A'. */
async function insertCatalogue() {
  await database.query(`
    insert into categories (name, slug, image_url, description)
    select 'Shelf ' || chr(64 + n), 'shelf-' || n, null, null from generate_series(1, 10) n
    union all values ('Spices', 'spices', '/storage/spices.webp', 'Whole and ground.'), ('teas', 'teas', null, null)`)
  await database.query(`
    insert into pictures (image_url, key, width, height, widths, placeholder)
    values ('/storage/spices.webp', 'categories/spices-1.webp', 1000, 750, '{160,320}', 'data:image/webp;base64,AAAA'),
           ('/storage/p7.webp', 'products/spices/p7-1.webp', 960, 960, '{160,960}', 'data:image/webp;base64,BBBB')`)
  await database.query(`
    insert into products (slug, name, category_id, price, stock, is_active, is_featured, is_best_seller, brand, net_weight, image_url, manufacturer, created_at)
    select 'spice-' || n, (case when n % 2 = 0 then 'spice ' else 'Spice ' end) || lpad((n % 37)::text, 2, '0'),
           (select id from categories where slug = 'spices'), ((n * 7) % 20) + 0.99, n % 25, n % 10 <> 0, n % 4 = 0, n % 3 = 0, 'Ninth Bend', '100g',
           '/storage/p' || n || '.webp', '{"name":"","address":"","city":"","country":""}'::jsonb, now() - make_interval(mins => n % 11)
      from generate_series(1, 40) n
    union all
    select 'tea-' || n, 'Tea ' || n, (select id from categories where slug = 'teas'), 5, 10, n = 1, false, true, 'Ninth Bend', null, null,
           '{"name":"","address":"","city":"","country":""}'::jsonb, now() from generate_series(1, 3) n
    union all
    select 'on-' || slug, 'Zest ' || slug, id, 30, 10, slug <> 'shelf-1', false, false, 'Ninth Bend', null, null,
           '{"name":"","address":"","city":"","country":""}'::jsonb, now() - interval '1 year' from categories where slug ~ '^shelf'`)
}

type Row = {
  id: string
  slug: string
  name: string
  price: number
  created_at: string
  is_featured: boolean
  is_best_seller: boolean
  is_active: boolean
  category: string
  net_weight: string | null
}
const everything = () =>
  database.query<Row>(
    'select p.*, c.slug as category from products p join categories c on c.id = p.category_id',
  )

const all = { category: null, bestSellersOnly: false, sort: DEFAULT_PRODUCT_SORT, page: 1 } as const

async function slugsOf(query: { category: string | null; bestSellersOnly: boolean; sort: ProductSort }) {
  const first = await listProducts(shop, { ...query, page: 1 })
  const slugs = first.products.map(({ slug }) => slug)
  for (let page = 2; page <= first.pageCount; page += 1)
    slugs.push(...(await listProducts(shop, { ...query, page })).products.map(({ slug }) => slug))
  return slugs
}

const lower = (text: string) => text.toLowerCase()
const up = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
const SORTED: Record<ProductSort, (a: Row, b: Row) => number> = {
  'best-match': (a, b) =>
    Number(b.is_featured) - Number(a.is_featured) || up(lower(a.name), lower(b.name)) || up(a.id, b.id),
  'unit-price': (a, b) =>
    Number(a.net_weight === null) - Number(b.net_weight === null) ||
    (a.net_weight === null ? 0 : a.price - b.price) ||
    up(a.id, b.id),
  featured: (a, b) =>
    Number(b.is_featured) - Number(a.is_featured) || up(lower(a.name), lower(b.name)) || up(a.id, b.id),
  'price-low-to-high': (a, b) => a.price - b.price || up(a.id, b.id),
  'price-high-to-low': (a, b) => b.price - a.price || up(a.id, b.id),
  newest: (a, b) => up(b.created_at, a.created_at) || up(a.id, b.id),
}

describe('CATALOGUE-11 The listing', () => {
  const choices = PRODUCT_SORTS.flatMap((sort) =>
    [null, 'spices', 'teas'].flatMap((category) =>
      [false, true].map((bestSellersOnly) => ({ sort, category, bestSellersOnly })),
    ),
  )
  test.each(choices)(
    'CATALOGUE-11 CATALOGUE-10 $sort of $category, best sellers only: $bestSellersOnly',
    async (choice) => {
      const wanted = (await everything())
        .filter(
          (row) =>
            row.is_active &&
            (!choice.category || row.category === choice.category) &&
            (!choice.bestSellersOnly || row.is_best_seller),
        )
        .sort(SORTED[choice.sort])
      expect(wanted.length).toBeGreaterThan(0)
      expect(await slugsOf(choice)).toEqual(wanted.map(({ slug }) => slug))
      expect(await listProducts(shop, { ...choice, page: 1 })).toMatchObject({ total: wanted.length })
    },
  )

  test('CATALOGUE-11 LIMIT-2 16 a page, with total and page count', async () => {
    const list = await listProducts(shop, { ...all, page: 2 })
    expect(list).toMatchObject({ page: 2, pageCount: 3, total: 46 })
    expect(list.products).toHaveLength(PAGE_SIZE.products)
    expect((await listProducts(shop, { ...all, page: 3 })).products).toHaveLength(14)
  })

  test.each([4, 1000, 9_999_999])('page %d, which is out of range, becomes the first', async (page) => {
    expect(await listProducts(shop, { ...all, page })).toEqual(await listProducts(shop, all))
  })

  test('a card has its fields and picture, without the placeholder', async () => {
    const { products } = await listProducts(shop, { ...all, category: 'spices', sort: 'price-low-to-high' })
    const pages = [
      ...products,
      ...(await listProducts(shop, { ...all, category: 'spices', sort: 'price-low-to-high', page: 2 }))
        .products,
    ]
    const card = [
      ...pages,
      ...(await listProducts(shop, { ...all, category: 'spices', sort: 'price-low-to-high', page: 3 }))
        .products,
    ].find(({ slug }) => slug === 'spice-7')
    expect(card).toEqual({
      id: expect.any(String),
      slug: 'spice-7',
      name: 'Spice 07',
      price: 9.99,
      stock: 7,
      allergens: [0, 0, 16383],
      badge: null,
      net_weight: '100g',
      unit_price: '£99.90 per kg',
      offer: null,
      is_best_seller: false,
      picture: { image_url: '/storage/p7.webp', width: 960, height: 960, widths: [160, 960] },
    })
    expect(products.find(({ slug }) => slug !== 'spice-7')?.picture).toBeNull()
  })

  test.each([{}, { search: 'zest' }, { bestSellersOnly: true }, { sort: 'unit-price' as const }])(
    'CATALOGUE-12 the dropdown has every category: %j',
    async (narrowed) => {
      const { categories, category } = await listProducts(shop, { ...all, category: 'teas', ...narrowed })
      expect(categories).toHaveLength(12)
      expect(category).toMatchObject({ slug: 'teas', name: 'teas', productCount: 1 })
      expect(categories.find(({ name }) => name === 'Shelf A')?.productCount).toBe(0)
    },
  )

  test.each(['no-such-category', '', "' or 1=1", '\0', 'SPICES'])(
    'an unknown category %j gives an empty list and no category',
    async (category) => {
      expect(await listProducts(shop, { ...all, category })).toMatchObject({
        products: [],
        total: 0,
        page: 1,
        pageCount: 1,
        category: null,
      })
    },
  )

  test('CATALOGUE-12 STOREFRONT-13 an empty category gives an empty list with its category', async () => {
    const { categories, ...list } = await listProducts(shop, { ...all, category: 'shelf-1' })
    expect(list).toMatchObject({ products: [], total: 0, category: { slug: 'shelf-1', productCount: 0 } })
    expect(categories.map(({ name }) => name)).toContain('Shelf A')
  })
})

describe('Home and categories', () => {
  test('CATALOGUE-12 the home page has categories without products after the others', async () => {
    const hidden = `slug not in ('shelf-1', 'spices', 'teas')`
    await database.query(`update categories set is_on_home_page = false where ${hidden}`)
    const { categories } = await readHomePage(shop)
    expect(categories.map(({ name }) => name)).toEqual(['Spices', 'teas', 'Shelf A'])
    await database.query(`update categories set is_on_home_page = true where ${hidden}`)
  })

  test('STOREFRONT-6 LIMIT-3 home: six categories with products and eight best sellers, by name', async () => {
    const { categories, bestSellers } = await readHomePage(shop)
    expect(categories.map(({ name }) => name)).toEqual([
      'Shelf B',
      'Shelf C',
      'Shelf D',
      'Shelf E',
      'Shelf F',
      'Shelf G',
    ])
    expect(categories).toHaveLength(HOME_CATEGORIES_COUNT)
    const wanted = (await everything())
      .filter((row) => row.is_active && row.is_best_seller)
      .sort((a, b) => up(lower(a.name), lower(b.name)) || up(a.id, b.id))
    expect(bestSellers.map(({ slug }) => slug)).toEqual(
      wanted.slice(0, HOME_BEST_SELLERS_COUNT).map(({ slug }) => slug),
    )
  })

  test('STOREFRONT-29 home without best sellers: the first eight of the order Featured, by a tag of the whole list', async () => {
    const home = await readHomePage(shop)
    expect(home.otherProducts).toEqual([])
    expect(homeCacheTags(home)).not.toContain('catalogue')
    const changed = await database.query<{ id: string }>(
      'update products set is_best_seller = false where is_best_seller returning id',
    )
    const without = await readHomePage(shop)
    expect(without.bestSellers).toEqual([])
    const list = await listProducts(shop, { ...all, sort: 'featured' })
    expect(without.otherProducts).toEqual(list.products.slice(0, HOME_BEST_SELLERS_COUNT))
    expect(homeCacheTags(without)).toContain('catalogue')
    await database.query('update products set is_best_seller = true where id = any($1)', [
      changed.map(({ id }) => id),
    ])
  })

  test('CATALOGUE-13 STOREFRONT-13 nine categories a page, by name ignoring case, each with its count of active products', async () => {
    const first = await listCategories(shop, 1)
    expect(first).toMatchObject({ page: 1, pageCount: 2, total: 12 })
    expect(first.categories).toHaveLength(PAGE_SIZE.categories)
    expect(first.categories[0]).toMatchObject({ name: 'Shelf A', productCount: 0 })
    const second = await listCategories(shop, 2)
    expect(second.categories.map(({ name }) => name)).toEqual(['Shelf J', 'Spices', 'teas'])
    expect(second.categories.slice(1)).toEqual([
      {
        id: expect.any(String),
        name: 'Spices',
        slug: 'spices',
        description: 'Whole and ground.',
        productCount: 36,
        picture: { image_url: '/storage/spices.webp', width: 1000, height: 750, widths: [160, 320] },
      },
      {
        id: expect.any(String),
        name: 'teas',
        slug: 'teas',
        description: null,
        productCount: 1,
        picture: null,
      },
    ])
    expect(await listCategories(shop, 3)).toEqual(first)
  })

  test('CATALOGUE-13 the owner’s order precedes names: on the home page, in lists and in the dropdown', async () => {
    await database.query(
      `update categories set position = case slug when 'teas' then 1 when 'shelf-1' then 2 else 3 end where slug in ('teas', 'shelf-1', 'spices')`,
    )
    const wanted = ['teas', 'Shelf A', 'Spices', 'Shelf B', 'Shelf C', 'Shelf D']
    const names = (categories: { name: string }[]) => categories.slice(0, 6).map(({ name }) => name)
    expect(names((await readHomePage(shop)).categories)).toEqual([
      ...wanted.filter((name) => name !== 'Shelf A'),
      'Shelf E',
    ])
    expect(names((await listCategories(shop, 1)).categories)).toEqual(wanted)
    expect(names((await listProducts(shop, all)).categories)).toEqual(wanted)
    await database.query('update categories set position = null')
  })
})

describe('One product', () => {
  test('CATALOGUE-2 all fields, with category and picture', async () => {
    const product = await findProduct(shop, 'spice-7')
    const columns = await database.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'products'
          and column_name not in ('version', 'archived_at', 'featured_position', 'sellable_stock', 'vat_rate', 'offer_ends_at', 'reference_price')`,
    )
    expect(Object.keys(product!).sort()).toEqual(
      [...columns.map(({ name }) => name), 'category', 'offer', 'picture', 'unit_price'].sort(),
    )
    expect(product).toMatchObject({
      slug: 'spice-7',
      price: 9.99,
      category: { slug: 'spices', name: 'Spices' },
      picture: { width: 960, placeholder: 'data:image/webp;base64,BBBB' },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      manufacturer: { name: '', country: '' },
      nutrition_info: { energy: { value: null, unit: 'kcal', per: '100g' } },
    })
  })

  test('loader data is plain JSON', async () => {
    for (const found of [
      await findProduct(shop, 'spice-7'),
      await listProducts(shop, all),
      await readHomePage(shop),
    ]) {
      expect(JSON.parse(JSON.stringify(found))).toEqual(found)
    }
  })

  test('CATALOGUE-8 an inactive product is not found anywhere', async () => {
    expect(await findProduct(shop, 'spice-10')).toBeNull()
    expect(await slugsOf({ category: null, bestSellersOnly: false, sort: 'newest' })).not.toContain(
      'spice-10',
    )
    expect(await slugsOf({ category: 'spices', bestSellersOnly: true, sort: 'featured' })).not.toContain(
      'spice-30',
    )
  })

  test.each([
    'no-such-product',
    '',
    '\0',
    '../etc/passwd',
    "'; drop table products",
    'Spice-7',
    'x'.repeat(5000),
  ])('there is no product %j', async (slug) => {
    expect(await findProduct(shop, slug)).toBeNull()
  })
})

describe('ADMIN-2 The dashboard’s counters', () => {
  test('ADMIN-2 counts all products, those with stock below 10, and categories', async () => {
    const admin = await insertAdmin(database)
    const low = (
      await database.query<{ n: number }>('select count(*) as n from products where stock < 10')
    )[0]!.n
    expect(await catalogueCounts(shop, admin)).toEqual({ products: 53, lowStock: low, categories: 12 })
    expect(low).toBeGreaterThan(5)
  })

  test('PERMISSION-2 a customer is refused', async () => {
    const customer = await insertCustomer(database)
    expect(() => catalogueCounts(shop, customer)).toThrow('may not')
  })
})
