import { displayedStock } from '#features/stock/displayed-stock.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import type { createConsistencyModel } from './consistency-model.ts'
import { factKey } from './page-facts.ts'

export const WRITE_KINDS = ['price', 'stock', 'active', 'name', 'category', 'picture'] as const
export type WriteKind = (typeof WRITE_KINDS)[number]
/** Share of each kind in per cent. Pictures are rare because an upload waits until all variants are encoded. */
const WRITE_PERCENTAGES: Record<WriteKind, number> = {
  price: 26,
  stock: 26,
  active: 20,
  name: 16,
  category: 11,
  picture: 1,
}
const PRODUCTS_PER_CATEGORY = 2
const MAX_STOCK = 12

type Row = {
  id: string
  slug: string
  name: string
  price: number
  stock: number
  is_active: boolean
  version: number
  image_url: string
  brand: string
  lifestyle: string
}
export type WriterCategory = { id: string; slug: string; products: { id: string; slug: string }[] }
type WriterDependencies = { db: DatabaseClient; history: ReturnType<typeof createConsistencyModel> }

/** Featured best sellers whose names sort first, so that home page and first list page show them all. */
/** What a search finds, whatever the names are. */
export const brandOf = (writer: number) => `Freshwriter${writer}`

export async function createWriterCategory(
  { db, history }: WriterDependencies,
  number: number,
): Promise<WriterCategory> {
  const id = await insertCategory(db, `0 Shelf ${number}`)
  history.starts(factKey(id, 'name'), `0 Shelf ${number}`)
  const products = await Promise.all(
    Array.from({ length: PRODUCTS_PER_CATEGORY }, async (_, index) => {
      const product = await insertProduct(db, {
        name: `0 Kept ${number}-${index}`,
        price: 1,
        stock: 30,
        category_id: id,
      })
      const [{ slug }] = (await db.query<Row>(
        `update products set is_best_seller = true, is_featured = true, brand = $2, lifestyle = 'Vegan',
           allergens = (select jsonb_object_agg(key, 'free') from jsonb_each(allergens)) where id = $1 returning slug`,
        [product.id, brandOf(number)],
      )) as [Row]
      const before = {
        name: product.name,
        price: product.price,
        stock: displayedStock(product.stock),
        picture: '',
        shown: true,
      } as const
      for (const [field, value] of Object.entries(before))
        history.starts(factKey(product.id, field as keyof typeof before), value)
      return { id: product.id, slug }
    }),
  )
  const [{ slug }] = (await db.query<{ slug: string }>('select slug from categories where id = $1', [
    id,
  ])) as [{ slug: string }]
  return { id, slug, products }
}

export function pickWriteKind(): WriteKind {
  let left = Math.random() * 100
  return WRITE_KINDS.find((kind) => (left -= WRITE_PERCENTAGES[kind]) < 0) ?? 'price'
}

export function createCatalogueWriter({ db, history }: WriterDependencies, category: WriterCategory) {
  let number = 0
  let durationMs = 0
  const rowOf = async (id: string) => (await db.query<Row>('select * from products where id = $1', [id]))[0]!

  async function sendWrite(send: () => Promise<Response>) {
    const startedAt = performance.now()
    const response = await send()
    const text = await response.text()
    durationMs = performance.now() - startedAt
    if (response.status >= 400)
      throw new Error(`A write was refused: ${response.status} ${text.slice(0, 300)}`)
  }

  function edit(admin: HttpClient, row: Row, change: FormFields, upload?: Buffer) {
    const fields = {
      intent: 'edit',
      id: row.id,
      version: String(row.version),
      stock_seen: String(row.stock),
      stock: String(row.stock),
      name: row.name,
      price: String(row.price),
      category_id: category.id,
      // Searches and filters find the product by these.
      brand: row.brand,
      lifestyle: row.lifestyle,
      is_best_seller: 'on',
      is_featured: 'on',
      allergy_advice: 'Contains none of the 14 named allergens as ingredients.',
      ingredients: 'Honey.',
      confirmed: 'on',
      ...(row.is_active && { is_active: 'on' }),
      ...change,
    }
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set(
      'image',
      new File(upload ? [new Uint8Array(upload)] : [], upload ? 'photo.jpg' : '', { type: 'image/jpeg' }),
    )
    return sendWrite(() =>
      admin.fetch(`/admin/products?edit=${row.id}`, {
        method: 'POST',
        body: form,
        headers: { origin: admin.url },
      }),
    )
  }

  const writes: Record<WriteKind, (admin: HttpClient, row: Row) => Promise<void>> = {
    async price(admin, row) {
      const price = (1 + number / 100).toFixed(2)
      const finish = history.writing(factKey(row.id, 'price'), Number(price))
      await edit(admin, row, { price })
      finish()
    },
    async name(admin, row) {
      const name = `${row.name.split(' v')[0]} v${number}`
      const finish = history.writing(factKey(row.id, 'name'), name)
      await edit(admin, row, { name })
      finish()
    },
    async stock(admin, row) {
      const stock = (row.stock + 1 + Math.floor(Math.random() * MAX_STOCK)) % (MAX_STOCK + 1)
      if (stock === row.stock) return
      const finish = history.writing(factKey(row.id, 'stock'), displayedStock(stock))
      await sendWrite(() =>
        admin.post('/admin/products', {
          intent: 'stock',
          product_id: row.id,
          change: String(stock - row.stock),
          reason: 'Counted',
        }),
      )
      finish()
    },
    async active(admin, row) {
      const finish = history.writing(factKey(row.id, 'shown'), !row.is_active)
      await sendWrite(() =>
        admin.post('/admin/products', {
          intent: 'switch',
          product_id: row.id,
          confirmed: 'on',
          ...(!row.is_active && { is_active: 'on' }),
        }),
      )
      finish()
    },
    async category(admin) {
      const [{ version, name }] = (await db.query<{ version: number; name: string }>(
        'select version, name from categories where id = $1',
        [category.id],
      )) as [{ version: number; name: string }]
      const next = `${name.split(' v')[0]} v${number}`
      const finish = history.writing(factKey(category.id, 'name'), next)
      await sendWrite(() =>
        admin.post('/admin/categories', {
          intent: 'edit',
          id: category.id,
          version: String(version),
          name: next,
          description: 'Kept',
        }),
      )
      finish()
    },
    async picture(admin, row) {
      const photo = await createPhoto(
        `#${Math.floor(Math.random() * 0xff_ff_ff)
          .toString(16)
          .padStart(6, '0')}`,
      )
      const startedAt = performance.now()
      await edit(admin, row, {}, photo)
      const finish = performance.now()
      history.wrote(factKey(row.id, 'picture'), {
        value: (await rowOf(row.id)).image_url,
        began: startedAt,
        done: finish,
      })
    },
  }

  return {
    async write(admin: HttpClient, kind: WriteKind): Promise<{ id: string; durationMs: number }> {
      number += 1
      const { id } = category.products[number % category.products.length]!
      await writes[kind](admin, await rowOf(id))
      return { id, durationMs }
    },
  }
}
