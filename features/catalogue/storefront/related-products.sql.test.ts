import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { insertCategory, insertProduct, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { listProducts, findRelatedProducts } from './storefront-catalogue.server.ts'

let database: TestDatabase
let shop: ShopDependencies
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
})
afterAll(() => database.close())

type Put = { stock?: number; is_active?: boolean; is_featured?: boolean }

async function insertCategoryWithProducts(products: Record<string, Put>) {
  const category_id = await insertCategory(database)
  const slugOf: Record<string, string> = {}
  for (const [name, { is_featured = false, ...put }] of Object.entries(products)) {
    const { id } = await insertProduct(database, { name, category_id, ...put })
    slugOf[name] = `product-${id}`
    await database.query('update products set is_featured = $2 where id = $1', [id, is_featured])
  }
  const relatedTo = async (name: string) =>
    (await findRelatedProducts(shop, slugOf[name]!)).map((card) => card.name)
  return { slugOf, relatedTo, category_id }
}

describe('Related products', () => {
  test('CATALOGUE-10 four others of the category in listing order, never the product itself', async () => {
    const { relatedTo } = await insertCategoryWithProducts({
      Fenugreek: {},
      cumin: {},
      Ajwain: {},
      Saffron: { is_featured: true },
      Basil: {},
      Dill: {},
    })
    expect(await relatedTo('Dill')).toEqual(['Saffron', 'Ajwain', 'Basil', 'cumin'])
    expect(await relatedTo('Ajwain')).toEqual(['Saffron', 'Basil', 'cumin', 'Dill'])
  })

  test('sold-out products come last, and only if there are too few others', async () => {
    const soldOut = { stock: 0 }
    const { relatedTo } = await insertCategoryWithProducts({
      Aniseed: { ...soldOut, is_featured: true },
      Bay: {},
      Clove: soldOut,
      Dill: {},
      Endive: soldOut,
    })
    expect(await relatedTo('Bay')).toEqual(['Dill', 'Aniseed', 'Clove', 'Endive'])
    expect(await relatedTo('Aniseed'), 'a sold-out product has its row as well').toEqual([
      'Bay',
      'Dill',
      'Clove',
      'Endive',
    ])
    const full = await insertCategoryWithProducts({
      Aniseed: soldOut,
      Bay: {},
      Clove: {},
      Dill: {},
      Endive: {},
      Fennel: {},
    })
    expect(await full.relatedTo('Bay')).toEqual(['Clove', 'Dill', 'Endive', 'Fennel'])
  })

  test('cards are the same as in the listing', async () => {
    const { slugOf, category_id } = await insertCategoryWithProducts({ Aniseed: {}, Bay: {} })
    const [category] = await database.query<{ slug: string }>('select slug from categories where id = $1', [
      category_id,
    ])
    const { products } = await listProducts(shop, {
      category: category!.slug,
      bestSellersOnly: false,
      sort: 'featured',
      page: 1,
    })
    expect(await findRelatedProducts(shop, slugOf['Bay']!)).toEqual(
      products.filter(({ name }) => name === 'Aniseed'),
    )
  })

  test('CATALOGUE-8 inactive products are not related, and have no related products', async () => {
    const { relatedTo } = await insertCategoryWithProducts({
      Aniseed: { is_active: false },
      Bay: {},
      Clove: {},
    })
    expect(await relatedTo('Bay')).toEqual(['Clove'])
    expect(await relatedTo('Aniseed')).toEqual([])
  })

  test('the only product of a category has none', async () => {
    const { relatedTo } = await insertCategoryWithProducts({ Aniseed: {} })
    expect(await relatedTo('Aniseed')).toEqual([])
  })

  test.each(['no-such-product', '', "' or 1=1", '\0'])('%j has none', async (slug) => {
    expect(await findRelatedProducts(shop, slug)).toEqual([])
  })
})
