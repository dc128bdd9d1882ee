import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { publicPages } from '#bench/runner/public-pages.ts'
import type { DeliveryOffer } from '#shop/delivery/delivery-rates.ts'
import { signInNewAdministrator } from '#tests/fixtures/accounts/signed-in-administrators.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import {
  HttpClient,
  signInAsAdmin,
  signInNewCustomer,
  type FormFields,
} from '#tests/fixtures/http/http-client.ts'
import { pageText } from '#tests/fixtures/http/page-text.ts'
import {
  createCheckoutForm,
  placeOrderOverHttp,
  sendCheckout,
} from '#tests/fixtures/orders/checkout-requests.ts'

/** The charges are switched off again at the end. */
const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
const visitor = new HttpClient(url)
let owner: HttpClient
/** £7.25. */
let product: TestProduct

beforeAll(async () => {
  owner = await signInAsAdmin(url)
  product = await insertProduct(database, { price: 7.25, stock: 1000 })
})
afterAll(() => database.close())

const RATES = { standard_rate: '3.99', free_over: '50', express_rate: '4.99', cut_off_hour: '14' }

async function save(fields: FormFields) {
  const page = await owner.page('/admin/settings')
  const { deliveryVersion } = page.loaderData!['admin-settings'] as { deliveryVersion: number }
  return owner.post('/admin/settings', {
    intent: 'delivery',
    version: String(deliveryVersion),
    ...RATES,
    ...fields,
  })
}
const textOf = async (path: string) =>
  pageText(/<main\b[\s\S]*<\/main>/.exec(await visitor.html(path))![0]).replaceAll('\u00A0', ' ')

describe('DELIVERY-15 Pages while charges are on', () => {
  beforeAll(async () => {
    // Cached before the change.
    for (const { path } of publicPages) await visitor.html(path)
    await save({ is_charged: 'on' })
  })
  afterAll(() => save({}))

  test.each(publicPages)('DELIVERY-15 $path never says that delivery is not charged', async ({ path }) => {
    expect(await textOf(path)).not.toMatch(
      /waived|no delivery charge|no extra charge|without a charge|adds nothing/i,
    )
  })

  test.each([
    ['/', '£3.99 delivery'],
    ['/products', 'Delivery £3.99, free over £50.00.'],
    ['/products/malabar-cloves', 'Delivery £3.99, free over £50.00.'],
    [
      '/shipping-policy',
      'Standard delivery costs £3.99 for each order, and is free if the items cost more than £50.00.',
    ],
    ['/shipping-policy', 'Express delivery costs £4.99 for each order'],
    ['/shipping-policy', 'if you order before 2 PM on a working day'],
    ['/faq', 'Standard delivery costs £3.99 for each order'],
    ['/faq', 'Express delivery costs £4.99 for each order'],
  ])('DELIVERY-15 %s says %s', async (path, text) => {
    expect(await textOf(path)).toContain(text)
  })

  test('DELIVERY-15 without express no page offers it', async () => {
    await save({ is_charged: 'on', express_rate: '' })
    const notOffered =
      'Express delivery for £4.99, on the next working day if you order before 2 PM, is not offered at present.'
    expect(await textOf('/shipping-policy')).toContain(notOffered)
    for (const path of ['/faq', '/shipping-policy'])
      expect((await textOf(path)).replace(notOffered, '')).not.toMatch(/express|4\.99/i)
    await save({ is_charged: 'on' })
  })

  test('DELIVERY-12 DELIVERY-13 checkout offers both services, and the order has the charge that was seen', async () => {
    const customer = await signInNewCustomer(url)
    const page = await customer.page('/checkout')
    const { delivery } = page.loaderData!['checkout'] as { delivery: DeliveryOffer }
    expect(delivery.rates).toEqual({ standard: 3.99, free_over: 50, express: 4.99, cut_off_hour: 14 })
    const wanted = [{ product, quantity: 2 }]
    expect(await sendCheckout(customer, createCheckoutForm(wanted))).toMatchObject({
      is_nothing_ordered: true,
      advice: expect.stringContaining('has changed from nothing to £3.99') as string,
    })
    const seen = { delivery_service: 'express', delivery_charge: '4.99', delivery_day: delivery.express_day }
    const id = await placeOrderOverHttp(customer, wanted, seen)
    expect(await database.query('select total_amount from orders where id = $1', [id])).toEqual([
      { total_amount: 19.49 },
    ])
    for (const path of ['/profile/orders', `/profile/orders/${id}`]) {
      const text = pageText(await customer.html(path))
      expect(text).toContain('Express delivery')
      expect(text).toContain('£4.99')
      expect(text).toContain('£19.49')
    }
    expect(pageText(await owner.html(`/admin/orders/${id}`))).toContain('Express delivery £4.99 Total £19.49')
    const { client: packer } = await signInNewAdministrator(url, database, 'packer')
    const [list, order, slip] = await Promise.all(
      ['/admin/orders', `/admin/orders/${id}`, `/admin/orders/slips?ids=${id}`].map(async (path) =>
        // A time may contain the digits of an amount: 09:41:14.99.
        JSON.stringify((await packer.page(path)).loaderData).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ''),
      ),
    )
    for (const data of [list, order, slip]) {
      expect(data).toContain('"delivery_service":"express"')
      expect(data).not.toMatch(/4\.99|19\.49|"delivery_(?:charge|rate|free_over)":\d/)
    }
  })

  test('DELIVERY-13 DELIVERY-14 an order by phone has the charge that was seen, which its page shows', async () => {
    const path = '/admin/orders/new'
    const form = {
      intent: 'phone-order',
      idempotency_key: 'charged-by-phone',
      lines: JSON.stringify([{ product_id: product.id, price: product.price }]),
      [`quantity-${product.id}`]: '2',
    }
    const phoned = { ...createCheckoutForm([]), ...form }
    const refused = await owner.post(path, phoned)
    expect(refused.status).toBe(409)
    const text = pageText(await refused.text())
    expect(text).toContain('has changed from nothing to £3.99')
    expect(text).toContain('Standard delivery: £3.99')
    expect(text).toContain('Total £18.49')
    const otherRate = { delivery_charge: '3.99', delivery_rate: '2.99', delivery_free_over: '50' }
    expect((await owner.post(path, { ...phoned, ...otherRate })).status, 'of other rates').toBe(409)
    const placed = await owner.post(path, {
      ...phoned,
      delivery_charge: '3.99',
      delivery_rate: '3.99',
      delivery_free_over: '50',
    })
    expect(placed.status).toBe(303)
    expect(pageText(await owner.html(placed.headers.get('location')!))).toContain(
      'Standard delivery £3.99 Total £18.49',
    )
  })

  test.each<FormFields>([
    { delivery_charge: '-1' },
    { delivery_charge: 'free' },
    { delivery_service: 'owl' },
    { delivery_day: 'tomorrow' },
  ])('DELIVERY-13 CHECKOUT-11 the fields %j place nothing', async (fields) => {
    const customer = await signInNewCustomer(url)
    const form = createCheckoutForm([{ product, quantity: 1 }], {
      delivery_service: 'standard',
      delivery_charge: '3.99',
      ...fields,
    })
    expect(await sendCheckout(customer, form)).toMatchObject({ is_nothing_ordered: true })
  })
})

describe('DELIVERY-11 The setting', () => {
  test.each([
    [{ standard_rate: '' }, 'Enter an amount in pounds from 0'],
    [{ standard_rate: '-1' }, 'Enter an amount in pounds from 0'],
    [{ standard_rate: '3.999' }, 'Enter an amount in pounds from 0'],
    [{ free_over: 'fifty' }, 'Enter an amount in pounds, 0 or more, like 50, or leave it empty'],
    [{ express_rate: '1e3' }, 'Enter an amount in pounds, 0 or more, like 4.99, or leave it empty'],
    [{ cut_off_hour: '24' }, 'Choose an hour'],
  ])(
    'DELIVERY-11 SETTING-4 %j is refused at its field, and what was typed stays',
    async (fields, message) => {
      const response = await save({ is_charged: 'on', ...fields })
      expect(response.status).toBe(422)
      const html = await response.text()
      expect(pageText(html)).toContain(message)
      // A select accepts only its own values.
      const [[field, typed]] = Object.entries(fields) as [[string, string]]
      if (field !== 'cut_off_hour') expect(html.includes(`name="${field}" value="${typed}"`)).toBe(true)
      expect(await textOf('/shipping-policy')).toContain('At present our delivery charges are waived')
    },
  )

  test('DELIVERY-11 SETTING-5 SETTING-6 a second editor is refused, and the change is on record', async () => {
    const form = { intent: 'delivery', ...RATES, standard_rate: '4.50' }
    const page = await owner.page('/admin/settings')
    const { deliveryVersion } = page.loaderData!['admin-settings'] as { deliveryVersion: number }
    const version = String(deliveryVersion)
    expect((await owner.post('/admin/settings', { ...form, version })).status).toBe(200)
    const second = await owner.post('/admin/settings', { ...form, standard_rate: '9', version })
    expect(second.status).toBe(409)
    expect(pageText(await second.text())).toContain('Now saved: 4.50')
    const [entry] = await database.query(
      `select before, after from audit_events where subject_kind = 'setting' order by id desc limit 1`,
    )
    expect(entry).toEqual({ before: { standard: 3.99 }, after: { standard: 4.5 } })
    await save({})
  })
})
