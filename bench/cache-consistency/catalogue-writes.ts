import { shownStock } from '#shop/stock/displayed-stock.ts'
import { aCategory, aProduct } from '#tests/fixtures/databases/test-records.ts'
import { aPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import type { Look } from '#tests/fixtures/databases/shop-database.ts'
import type { Fields, Visitor } from '#tests/fixtures/http/http-client.ts'
import type { createHistory } from './consistency-model.ts'
import { factOf } from './page-facts.ts'

export const KINDS = ['price', 'stock', 'active', 'name', 'category', 'picture'] as const
export type Kind = (typeof KINDS)[number]
/** How often each, out of a hundred: a picture is made in every width and format while its upload waits. */
const OUT_OF_A_HUNDRED: Record<Kind, number> = { price: 26, stock: 26, active: 20, name: 16, category: 11, picture: 1 }
const GOODS_A_SHELF = 2
const HIGHEST_STOCK = 12

type Row = { id: string; slug: string; name: string; price: number; stock: number; is_active: boolean; version: number; image_url: string }
export type Shelf = { id: string; slug: string; goods: { id: string; slug: string }[] }
type Parts = { look: Look; history: ReturnType<typeof createHistory> }

/** Best sellers, featured, whose names come first, so that the home page and the first page of the list show them all. */
export async function aShelf({ look, history }: Parts, number: number): Promise<Shelf> {
  const id = await aCategory(look, `0 Shelf ${number}`)
  history.starts(factOf(id, 'name'), `0 Shelf ${number}`)
  const goods = await Promise.all(
    Array.from({ length: GOODS_A_SHELF }, async (_, place) => {
      const good = await aProduct(look, { name: `0 Kept ${number}-${place}`, price: 1, stock: 30, category_id: id })
      const [{ slug }] = (await look.query<Row>('update products set is_best_seller = true, is_featured = true where id = $1 returning slug', [good.id])) as [Row]
      const before = { name: good.name, price: good.price, stock: shownStock(good.stock), picture: '', shown: true } as const
      for (const [field, value] of Object.entries(before)) history.starts(factOf(good.id, field as keyof typeof before), value)
      return { id: good.id, slug }
    }),
  )
  const [{ slug }] = (await look.query<{ slug: string }>('select slug from categories where id = $1', [id])) as [{ slug: string }]
  return { id, slug, goods }
}

export function aKind(): Kind {
  let left = Math.random() * 100
  return KINDS.find((kind) => (left -= OUT_OF_A_HUNDRED[kind]) < 0) ?? 'price'
}

/** One person of the back-office, who writes one thing after the other on a shelf of their own. */
export function createWriter({ look, history }: Parts, shelf: Shelf) {
  let number = 0
  let took = 0
  const rowOf = async (id: string) => (await look.query<Row>('select * from products where id = $1', [id]))[0]!

  async function answered(ask: () => Promise<Response>) {
    const began = performance.now()
    const answer = await ask()
    const text = await answer.text()
    took = performance.now() - began
    if (answer.status >= 400) throw new Error(`A write was refused: ${answer.status} ${text.slice(0, 300)}`)
  }

  function edit(who: Visitor, row: Row, change: Fields, upload?: Buffer) {
    const fields = {
      intent: 'edit', id: row.id, version: String(row.version), stock_seen: String(row.stock), stock: String(row.stock), name: row.name, price: String(row.price),
      category_id: shelf.id, is_best_seller: 'on', is_featured: 'on', allergy_advice: 'None of the 14.', ingredients: 'Honey.', confirmed: 'on', ...(row.is_active && { is_active: 'on' }), ...change,
    }
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.set(field, value)
    form.set('image', new File(upload ? [new Uint8Array(upload)] : [], upload ? 'photo.jpg' : '', { type: 'image/jpeg' }))
    return answered(() => who.fetch(`/admin/products?edit=${row.id}`, { method: 'POST', body: form, headers: { origin: who.url } }))
  }

  const writes: Record<Kind, (who: Visitor, row: Row) => Promise<void>> = {
    async price(who, row) {
      const price = (1 + number / 100).toFixed(2)
      const done = history.writing(factOf(row.id, 'price'), Number(price))
      await edit(who, row, { price })
      done()
    },
    async name(who, row) {
      const name = `${row.name.split(' v')[0]} v${number}`
      const done = history.writing(factOf(row.id, 'name'), name)
      await edit(who, row, { name })
      done()
    },
    async stock(who, row) {
      const stock = (row.stock + 1 + Math.floor(Math.random() * HIGHEST_STOCK)) % (HIGHEST_STOCK + 1)
      if (stock === row.stock) return
      const done = history.writing(factOf(row.id, 'stock'), shownStock(stock))
      await answered(() => who.post('/admin/products', { intent: 'stock', product_id: row.id, change: String(stock - row.stock), reason: 'Counted' }))
      done()
    },
    async active(who, row) {
      const done = history.writing(factOf(row.id, 'shown'), !row.is_active)
      await answered(() => who.post('/admin/products', { intent: 'switch', product_id: row.id, confirmed: 'on', ...(!row.is_active && { is_active: 'on' }) }))
      done()
    },
    async category(who) {
      const [{ version, name }] = (await look.query<{ version: number; name: string }>('select version, name from categories where id = $1', [shelf.id])) as [{ version: number; name: string }]
      const next = `${name.split(' v')[0]} v${number}`
      const done = history.writing(factOf(shelf.id, 'name'), next)
      await answered(() => who.post('/admin/categories', { intent: 'edit', id: shelf.id, version: String(version), name: next, description: 'Kept' }))
      done()
    },
    async picture(who, row) {
      const photo = await aPhoto(`#${Math.floor(Math.random() * 0xff_ff_ff).toString(16).padStart(6, '0')}`)
      const began = performance.now()
      await edit(who, row, {}, photo)
      const done = performance.now()
      history.wrote(factOf(row.id, 'picture'), { value: (await rowOf(row.id)).image_url, began, done })
    },
  }

  return {
    /** Gives the product whose pages show it, and how long the answer took. */
    async write(who: Visitor, kind: Kind): Promise<{ id: string; took: number }> {
      number += 1
      const { id } = shelf.goods[number % shelf.goods.length]!
      await writes[kind](who, await rowOf(id))
      return { id, took }
    },
  }
}
