import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { advanceOrder, findProductBySlug } from '#tests/fixtures/browser/shop-actions.ts'
import { HttpClient, PASSWORD, signInAsAdmin, signInCustomer } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { RunningShop } from '#tests/fixtures/shops/running-shop.ts'

const COUNTRY = 'United Kingdom'
const CUSTOMERS = {
  asha: {
    full_name: 'Asha Menon',
    phone: '020 7946 0018',
    address: '9 Ghat Road',
    post_code: 'SW1A 1AA',
    city: 'London',
    country: COUNTRY,
  },
  daniel: {
    full_name: 'Daniel Hughes',
    phone: '029 2018 0042',
    address: '14 Harbour View',
    post_code: 'CF10 1EP',
    city: 'Cardiff',
    country: COUNTRY,
  },
  priya: {
    full_name: 'Priya Nair',
    phone: '0116 496 0071',
    address: 'Flat 3, 22 Market Street',
    post_code: 'LE1 5WW',
    city: 'Leicester',
    country: COUNTRY,
  },
  tom: {
    full_name: 'Tom Walsh',
    phone: '0161 496 0055',
    address: '6 Canal Bank',
    post_code: 'M1 1AE',
    city: 'Manchester',
    country: COUNTRY,
  },
  meera: {
    full_name: 'Meera Das',
    phone: '0131 496 0027',
    address: '5 Castle Row',
    post_code: 'EH1 2NG',
    city: 'Edinburgh',
    country: COUNTRY,
  },
  grace: {
    full_name: 'Grace Evans',
    phone: '0113 496 0033',
    address: '31 Mill Lane',
    post_code: 'LS1 4AP',
    city: 'Leeds',
    country: COUNTRY,
  },
}
export const REFUSED_ADDRESS = 'grace@example.com'
const FAILURE_TIMEOUT_MS = 15_000
type Name = keyof typeof CUSTOMERS
/** The slug and quantity of a product. */
type Wanted = readonly (readonly [string, number])[]

async function signInCustomerOf(shop: RunningShop, name: Name): Promise<HttpClient> {
  const customer = new HttpClient(shop.url)
  const email = `${name}@example.com`
  const registered = await customer.post('/register', {
    ...CUSTOMERS[name],
    email,
    password: PASSWORD,
    confirm_password: PASSWORD,
  })
  if (registered.status !== 302) throw new Error(`${name} could not register: ${registered.status}`)
  await signInCustomer(customer, email)
  return customer
}

async function placeFor(database: DatabaseClient, name: Name, customer: HttpClient, wanted: Wanted) {
  const lines = await Promise.all(
    wanted.map(async ([slug, quantity]) => ({ product: await findProductBySlug(database, slug), quantity })),
  )
  return placeOrderOverHttp(customer, lines, CUSTOMERS[name])
}

export type GuideOrders = Awaited<ReturnType<typeof placeGuideOrders>>

/** The orders in the pictures: five customers, at different steps. */
export async function placeGuideOrders(shop: RunningShop, database: DatabaseClient) {
  const place = (name: Name, customer: HttpClient, wanted: Wanted) =>
    placeFor(database, name, customer, wanted)
  const asha = await signInCustomerOf(shop, 'asha')
  const daniel = await signInCustomerOf(shop, 'daniel')
  const priya = await signInCustomerOf(shop, 'priya')
  const tom = await signInCustomerOf(shop, 'tom')
  const meera = await signInCustomerOf(shop, 'meera')

  const finished = await place('meera', meera, [['sambar-powder', 1]])
  await advanceOrder(shop, finished, ['pending', 'processing', 'shipped'])
  const delivered = await place('asha', asha, [
    ['wayanad-forest-honey', 2],
    ['organic-gandhakasala-rice', 1],
  ])
  await advanceOrder(shop, delivered, ['pending', 'processing', 'shipped'])
  const shipped = await place('tom', tom, [['malabar-fish-masala', 2]])
  await advanceOrder(shop, shipped, ['pending', 'processing'])
  const processing = await place('priya', priya, [
    ['tellicherry-black-peppercorns', 2],
    ['tender-mango-pickle', 1],
    ['nendran-banana-chips', 3],
  ])
  await advanceOrder(shop, processing, ['pending'])
  const owner = await signInAsAdmin(shop.url)
  await owner.post(`/admin/orders/${processing}`, {
    intent: 'note',
    note_for_packers: 'on',
    note: 'Priya rang: please leave it with the neighbour at number 20.',
  })
  const pending = [
    await place('daniel', daniel, [['kerala-garam-masala', 1]]),
    await place('asha', asha, [
      ['wayanad-robusta-coffee-beans', 1],
      ['rice-murukku', 4],
    ]),
  ]
  const placeLater = (wanted: Wanted) => place('tom', tom, wanted)
  return { delivered, shipped, processing, pending, placeLater, customer: asha }
}

/** The mail server refuses the customer's address. */
export async function placeOrderWithFailedEmail(shop: RunningShop, database: DatabaseClient) {
  const grace = await signInCustomerOf(shop, 'grace')
  await placeFor(database, 'grace', grace, [['sambar-powder', 2]])
  await waitForFailedEmails(database)
}

async function waitForFailedEmails(database: DatabaseClient) {
  for (const until = Date.now() + FAILURE_TIMEOUT_MS; Date.now() < until; await pause(100)) {
    const [row] = await database.query<{ count: number }>(
      'select count(*)::int as count from outbox where sent_at is null and last_error is not null',
    )
    if (row!.count > 1) return
  }
  throw new Error('No email failed in time.')
}
