import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { ADDRESS, signInNewCustomer, type SignedInClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectionStringOf, connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const dataDir = inject('shopDataDirectory')
const database = connectToShopDatabase(dataDir)
const OTHER_ADDRESS = { address: '4 Mill Lane', post_code: 'LS1 4AP', city: 'Leeds' }
let pepper: TestProduct

beforeAll(async () => {
  pepper = await insertProduct(database, { name: 'Kept Pepper', stock: 1000 })
})
afterAll(() => database.close())

const profileOf = async ({ email }: SignedInClient) =>
  (
    await database.query(
      'select full_name, phone, address, post_code, city, country from user_profiles where email = $1',
      [email],
    )
  )[0]
const order = (customer: SignedInClient, changes: Record<string, string>) =>
  placeOrderOverHttp(customer, [{ product: pepper, quantity: 1 }], changes)

test('CHECKOUT-22 a ticked address is saved to the profile, except the recipient’s name', async () => {
  const customer = await signInNewCustomer(url)
  await order(customer, {
    ...OTHER_ADDRESS,
    full_name: 'Ammachi',
    phone: '020 7946 0999',
    keep_address: 'on',
  })
  await expect.poll(() => profileOf(customer)).toEqual({ ...ADDRESS, ...OTHER_ADDRESS })
})

test('CHECKOUT-22 without the tick the profile stays unchanged', async () => {
  const customer = await signInNewCustomer(url)
  await order(customer, OTHER_ADDRESS)
  await order(customer, { ...OTHER_ADDRESS, keep_address: '' })
  expect(await profileOf(customer)).toEqual(ADDRESS)
})

test('CHECKOUT-22 an order is placed even if its address cannot be saved, and does not wait for it', async () => {
  const customer = await signInNewCustomer(url)
  const other = new Client({ connectionString: connectionStringOf(dataDir) })
  await other.connect()
  try {
    await other.query('begin')
    await other.query('select from user_profiles where email = $1 for update', [customer.email])
    await order(customer, { ...OTHER_ADDRESS, keep_address: 'on' })
    expect(await profileOf(customer), 'somebody else still holds it').toEqual(ADDRESS)
    await other.query('rollback')
  } finally {
    await other.end()
  }
  await expect.poll(() => profileOf(customer)).toEqual({ ...ADDRESS, ...OTHER_ADDRESS })
})
