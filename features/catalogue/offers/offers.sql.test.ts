import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { planLine, type ImportedProduct, type PlanContext } from '#features/catalogue/import/plan-line.ts'
import { newProductValues } from '#features/catalogue/product-form/product-form-values.ts'
import { previewPrices } from '#features/catalogue/price-changes/price-change.ts'
import { changePrices, listPricedProducts } from '#features/catalogue/price-changes/price-changes.server.ts'
import { findAnyProduct } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { findProduct } from '#features/catalogue/storefront/storefront-catalogue.server.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { openConcurrentConnections } from '#tests/fixtures/databases/concurrent-connections.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertProduct,
  resultCode,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { endOffer, listOfferProducts, listOffers, makeOffers } from './offers.server.ts'
import type { OfferTerms } from './offer-form.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin

beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database, 'manager')
})
afterAll(() => database.close())

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
/** A fifth less: £5.00 becomes £4.00. */
const terms = (startsAt: Date | null, endsAt: Date, hundredths = 2000): OfferTerms => ({
  rule: { unit: 'percent', hundredths, rounding: 'penny' },
  startsAt,
  endsAt,
})
const THREE_DAYS = () => terms(null, inDays(3))
const insertTea = (name = 'Tea') => insertProduct(database, { name, price: 5, stock: 50 })

async function preview(products: readonly TestProduct[], offerTerms: OfferTerms) {
  const lines = await listOfferProducts(
    shop,
    admin,
    products.map(({ id }) => id),
    offerTerms,
  )
  return lines.map(({ id, version, price }) => ({ productId: id, version, pence: Math.round(price * 100) }))
}
async function make(
  products: readonly TestProduct[],
  offerTerms = THREE_DAYS(),
  formId = crypto.randomUUID(),
) {
  return makeOffers(shop, admin, { formId, terms: offerTerms, seen: await preview(products, offerTerms) })
}
const priceOf = async ({ id }: TestProduct) =>
  (await database.query<{ price: number }>('select price from products where id = $1', [id]))[0]!.price
const offersOf = async ({ id }: TestProduct) =>
  (await listOffers(shop, admin)).filter(({ product_id }) => product_id === id)

describe('OFFER-11 Offers of a preview', () => {
  test('are made together and begin at once without a first day', async () => {
    const products = [await insertTea('Tea 1'), await insertTea('Tea 2')]
    await backdatePrice(database, products[0]!, 40)
    const lines = await listOfferProducts(
      shop,
      admin,
      products.map(({ id }) => id),
      terms(null, inDays(60)),
    )
    expect(lines).toMatchObject([
      { name: 'Tea 1', price: 5, overlaps: false },
      { name: 'Tea 2', price: 5, reference_until: null },
    ])
    const shownDays = (Date.parse(lines[0]!.reference_until!) - Date.now()) / 86_400_000
    expect(Math.round(shownDays)).toBe(40)
    expect(await make(products)).toEqual({ ok: true, value: { offers: 2 } })
    expect(await Promise.all(products.map(priceOf))).toEqual([4, 4])
    const [slug] = await database.query<{ slug: string }>('select slug from products where id = $1', [
      products[0]!.id,
    ])
    expect(await findProduct(shop, slug!.slug)).toMatchObject({ price: 4, offer: { was: 5 } })
  })

  test('are not made if one product was changed since, or is archived, and it is named', async () => {
    const [tea, other] = [await insertTea('Changed Tea'), await insertTea()]
    const seen = await preview([tea, other], THREE_DAYS())
    await database.query('update products set price = 6 where id = $1', [tea.id])
    const sent = { formId: crypto.randomUUID(), terms: THREE_DAYS(), seen }
    expect(await makeOffers(shop, admin, sent)).toEqual({
      ok: false,
      refusal: { code: 'changed-meanwhile', products: [{ name: 'Changed Tea', price: 6, seen_price: 5 }] },
    })
    expect(await priceOf(other)).toBe(5)
    await database.query('update products set is_active = false, archived_at = now() where id = $1', [
      other.id,
    ])
    expect(await preview([other], THREE_DAYS())).toEqual([])
    expect(await makeOffers(shop, admin, { ...sent, seen: [seen[1]!] })).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
  })

  test('of a form that is sent twice are made once', async () => {
    const tea = await insertTea()
    const sent = {
      formId: crypto.randomUUID(),
      terms: THREE_DAYS(),
      seen: await preview([tea], THREE_DAYS()),
    }
    expect([await makeOffers(shop, admin, sent), await makeOffers(shop, admin, sent)]).toEqual([
      { ok: true, value: { offers: 1 } },
      { ok: true, value: { offers: 1 } },
    ])
    expect(await offersOf(tea)).toHaveLength(1)
  })

  test('OFFER-8 the procedure takes no price that is not below, no product twice and no wrong time', async () => {
    const tea = await insertTea()
    const [line] = (await preview([tea], THREE_DAYS())).map(({ productId, version, pence }) => ({
      product_id: productId,
      version,
      price: pence / 100,
      offer_price: 4,
    }))
    const send = async (lines: unknown, startsAt: Date | null = null, endsAt = inDays(3)) =>
      resultCode(
        await callProcedure(database, admin, 'make_offers', [
          crypto.randomUUID(),
          startsAt?.toISOString() ?? null,
          endsAt.toISOString(),
          lines,
        ]),
      )
    for (const lines of [
      [],
      {},
      [line, line],
      [{ ...line, offer_price: 5 }],
      [{ ...line, offer_price: 5.01 }],
      [{ ...line, offer_price: 0 }],
      [{ ...line, offer_price: 4.005 }],
      [{ ...line, offer_price: null }],
    ])
      expect(await send(lines), JSON.stringify(lines)).toBe('lines-invalid')
    expect(await send([line], null, inDays(-1))).toBe('times-invalid')
    expect(await send([line], inDays(3), inDays(2))).toBe('times-invalid')
    expect(await send([line], null, inDays(400))).toBe('times-invalid')
    expect(await send([line], inDays(400), inDays(401))).toBe('times-invalid')
    expect(await send([{ ...line, version: 9 }])).toBe('changed-meanwhile')
    expect(await offersOf(tea)).toEqual([])
    expect(await send([line], inDays(-1))).toBe('done')
    expect(await priceOf(tea)).toBe(4)
  })
})

describe('OFFER-9 A second offer of a product', () => {
  test.each<[what: string, from: number, until: number, isRefused: boolean]>([
    ['inside the first', 11, 12, true],
    ['around it', 1, 30, true],
    ['over its beginning', 9, 11, true],
    ['over its end', 19, 21, true],
    ['before it, ending when it begins', 5, 10, false],
    ['after it, beginning when it ends', 20, 25, false],
  ])('%s', async (_what, from, until, isRefused) => {
    const tea = await insertTea('Busy Tea')
    const day = Array.from({ length: 31 }, (_, days) => inDays(days))
    expect(await make([tea], terms(day[10]!, day[20]!))).toMatchObject({ ok: true })
    const second = terms(day[from]!, day[until]!)
    const [line] = await listOfferProducts(shop, admin, [tea.id], second)
    expect(line!.overlaps).toBe(isRefused)
    expect(await make([tea], second)).toEqual(
      isRefused
        ? { ok: false, refusal: { code: 'overlaps', names: ['Busy Tea'] } }
        : { ok: true, value: { offers: 1 } },
    )
  })

  test('may follow a running one, measured by the normal price; a withdrawn one is in no way', async () => {
    const tea = await insertTea()
    await make([tea], terms(null, inDays(3)))
    expect(await make([tea], terms(inDays(1), inDays(2)))).toMatchObject({ refusal: { code: 'overlaps' } })
    // £4.50 is below the normal £5.00, but not below the current £4.00.
    expect(await make([tea], terms(inDays(5), inDays(6), 1000))).toMatchObject({ ok: true })
    const [, planned] = await offersOf(tea)
    expect(planned).toMatchObject({ offer_price: 4.5, started_at: null })
    expect(await endOffer(shop, admin, planned!.id)).toEqual({ ok: true, value: { was_running: false } })
    expect(await make([tea], terms(inDays(5), inDays(6)))).toMatchObject({ ok: true })
  })

  test('in the same moment: one is made', async () => {
    const connections = await openConcurrentConnections(database)
    try {
      for (let round = 0; round < 5; round++) {
        const tea = await insertTea()
        const lines = JSON.stringify([{ product_id: tea.id, version: 1, price: 5, offer_price: 4 }])
        const answers = await Promise.all(
          [1, 2, 3, 4].map(() =>
            connections.as(admin, 'public.make_offers($1, $2, $3, $4)', [
              crypto.randomUUID(),
              inDays(1),
              inDays(2),
              lines,
            ]),
          ),
        )
        expect(answers.map(resultCode).toSorted()).toEqual(['done', 'overlaps', 'overlaps', 'overlaps'])
      }
    } finally {
      await connections.close()
    }
  })
})

describe('OFFER-12 The end of an offer by hand', () => {
  test('gives the former price back, once, and is on record', async () => {
    const tea = await insertTea()
    await make([tea])
    const [offer] = await offersOf(tea)
    const answers = await Promise.all([1, 2].map(() => endOffer(shop, admin, offer!.id)))
    expect(answers.map(resultCode as (answer: unknown) => string).toSorted()).toEqual([
      'already-over',
      'done',
    ])
    expect(await priceOf(tea)).toBe(5)
    expect(await offersOf(tea)).toMatchObject([{ end_reason: 'ended-early', normal_price: 5 }])
    const { rows } = await readAuditLog(shop, admin, { kind: 'products' })
    const ofTea = rows.filter(({ subject }) => subject.id === tea.id)
    expect(ofTea.map(({ event, actor }) => [event, actor.id])).toEqual([
      ['changed', admin.userId],
      ['changed', admin.userId],
      ['offer-planned', admin.userId],
      ['added', null],
    ])
  })

  test('before it began changes no price', async () => {
    const tea = await insertTea()
    await make([tea], terms(inDays(1), inDays(2)))
    const [offer] = await offersOf(tea)
    expect(await endOffer(shop, admin, offer!.id)).toEqual({ ok: true, value: { was_running: false } })
    expect(await offersOf(tea)).toMatchObject([{ end_reason: 'withdrawn', started_at: null }])
    expect(await database.query('select price, version from products where id = $1', [tea.id])).toEqual([
      { price: 5, version: 1 },
    ])
    for (const id of [crypto.randomUUID(), 'x'])
      expect(await endOffer(shop, admin, id)).toMatchObject({ refusal: { code: 'not-found' } })
  })

  test('after a change of the price is refused, and the new price stays', async () => {
    const tea = await insertTea()
    await make([tea])
    await database.query('update products set price = 4.8 where id = $1', [tea.id])
    const [offer] = await offersOf(tea)
    expect(await endOffer(shop, admin, offer!.id)).toMatchObject({ refusal: { code: 'already-over' } })
    expect(await priceOf(tea)).toBe(4.8)
    expect(await offersOf(tea)).toMatchObject([{ end_reason: 'price-changed' }])
  })
})

test('OFFER-13 packers, customers and visitors make, end and read no offers, in code and in the database', async () => {
  const tea = await insertTea()
  const seen = await preview([tea], THREE_DAYS())
  await make([await insertTea()])
  const [offer] = await listOffers(shop, admin)
  const packer = await insertAdmin(database, 'packer')
  const lines = [{ product_id: tea.id, version: 1, price: 5, offer_price: 4 }]
  const values = [crypto.randomUUID(), null, inDays(1).toISOString(), lines]
  for (const actor of [visitor, await insertCustomer(database), packer]) {
    const sent = { formId: crypto.randomUUID(), terms: THREE_DAYS(), seen }
    await expect(makeOffers(shop, actor, sent)).rejects.toThrow(PermissionDenied)
    await expect(endOffer(shop, actor, offer!.id)).rejects.toThrow(PermissionDenied)
    await expect(listOffers(shop, actor)).rejects.toThrow(PermissionDenied)
    await expect(listOfferProducts(shop, actor, [tea.id], THREE_DAYS())).rejects.toThrow(PermissionDenied)
    await expect(callProcedure(database, actor, 'make_offers', values)).rejects.toThrow('permission denied')
    await expect(callProcedure(database, actor, 'end_offer', [offer!.id])).rejects.toThrow(
      'permission denied',
    )
  }
  // A packer with the database role of a manager.
  const disguised = { ...packer, role: 'manager' } as const
  expect(resultCode(await callProcedure(database, disguised, 'make_offers', values))).toBe('not-found')
  expect(resultCode(await callProcedure(database, disguised, 'end_offer', [offer!.id]))).toBe('not-found')
  expect(await priceOf(tea)).toBe(5)
  // A "Was" price or an offer can only be set by the procedures.
  for (const change of ['reference_price = 9', 'offer_ends_at = now()'])
    await expect(
      database.db.withActor(admin, (trx) =>
        trx
          .updateTable('products')
          .set(change.startsWith('r') ? { reference_price: 9 } : { offer_ends_at: inDays(1).toISOString() })
          .where('id', '=', tea.id)
          .execute(),
      ),
    ).rejects.toThrow('permission denied')
})

describe('OFFER-14 The price of a product on offer', () => {
  test('is left by a change of prices in bulk, which says so', async () => {
    const [tea, other] = [await insertTea(), await insertTea()]
    const rule = { direction: 'up', unit: 'percent', hundredths: 500, rounding: 'penny' } as const
    await make([tea])
    const listed = await listPricedProducts(shop, admin, { ids: [tea.id, other.id] })
    if (!listed.ok) throw new Error(listed.refusal.code)
    const lines = previewPrices(listed.value, rule)
    expect(lines.find(({ id }) => id === tea.id)).toMatchObject({ problem: 'on-offer' })
    expect(lines.find(({ id }) => id === other.id)).toMatchObject({ newPrice: 5.25 })
    const seen = listed.value.map(({ id, version, price }) => ({
      productId: id,
      version,
      pence: Math.round(price * 100),
    }))
    expect(await changePrices(shop, admin, { id: crypto.randomUUID(), rule, seen })).toMatchObject({
      refusal: { code: 'changed-meanwhile' },
    })
    expect([await priceOf(tea), await priceOf(other)]).toEqual([4, 5])
  })

  test('is no part of an import, which says so in its line', async () => {
    const tea = await insertTea()
    await make([tea])
    const product = (await findAnyProduct(shop, admin, tea.id)) as ImportedProduct
    const context: PlanContext = {
      columns: [],
      categoryIdOf: () => product.category_id,
      categoryNameOf: () => 'Tea',
      defaults: { brand: product.brand, manufacturer: product.manufacturer },
      newValues: newProductValues(product.manufacturer, product.category_id),
    }
    const plan = (values: Record<string, string>) =>
      planLine({ line: 2, values, written: values, problems: [], newAddress: '' }, product, context)
    expect(plan({ price: '4.50' })).toMatchObject({ outcome: 'faulty', problems: [{ field: 'price' }] })
    // A file exported during the offer.
    expect(plan({ price: '4.00', description: 'Fresh.' })).toMatchObject({ outcome: 'changed', problems: [] })
  })
})

test('OFFER-15 the form of a product has its running and planned offers', async () => {
  const tea = await insertTea()
  await make([tea])
  await make([tea], terms(inDays(5), inDays(6)))
  expect(await findAnyProduct(shop, admin, tea.id)).toMatchObject({
    price: 4,
    offers: [
      { offer_price: 4, normal_price: 5 },
      { offer_price: 4, normal_price: null },
    ],
  })
})
