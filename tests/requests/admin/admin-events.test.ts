import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { startShop } from '#tests/fixtures/shops/running-shop.ts'
import { signInNewCustomer, signInAsAdmin, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
type Stream = {
  answer: Response
  received: string
  isOver: boolean
  isBroken: boolean
  close: () => Promise<void>
}
const listening: Stream[] = []
let testProduct: TestProduct

beforeAll(async () => {
  testProduct = await insertProduct(database, { name: 'Announced Pepper', stock: 1000 })
})
afterAll(async () => {
  for (const stream of listening) await stream.close()
  await database.close()
})

async function listen(client: HttpClient): Promise<Stream> {
  const response = await client.fetch('/admin/events')
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  const stream: Stream = {
    answer: response,
    received: '',
    isOver: false,
    isBroken: false,
    close: () => reader.cancel(),
  }
  const read = async () => {
    const decoder = new TextDecoder()
    for (let part = await reader.read(); !part.done; part = await reader.read())
      stream.received += decoder.decode(part.value)
    stream.isOver = true
  }
  void read().catch(() => (stream.isOver = stream.isBroken = true))
  listening.push(stream)
  return stream
}
/** The target is 2 seconds; a busy machine may need more. */
const EVENT_TIMEOUT = { timeout: 10_000, interval: 20 }

describe('PERMISSION-2 /admin/events', () => {
  test('refuses visitors, customers and other methods than GET', async () => {
    const responses = await Promise.all(
      [new HttpClient(url), await signInNewCustomer(url)].map((client) => client.fetch('/admin/events')),
    )
    for (const response of responses) expect([response.status, await response.text()]).toEqual([401, ''])
    const owner = await signInAsAdmin(url)
    expect((await owner.fetch('/admin/events', { method: 'HEAD' })).status).toBe(405)
    expect((await owner.post('/admin/events', {})).status).toBe(405)
  })

  test('begins with a full refresh, is not cached and not buffered by proxies', async () => {
    const stream = await listen(await signInAsAdmin(url))
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: refresh\n')
    const { headers } = stream.answer
    expect([
      headers.get('content-type'),
      headers.get('cache-control'),
      headers.get('x-accel-buffering'),
    ]).toEqual(['text/event-stream', 'no-store', 'no'])
    await stream.close()
  })

  test('ADMIN-11 sends new orders and every change live, including those of another node', async () => {
    const stream = await listen(await signInAsAdmin(url))
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: refresh\n')
    const order = await placeOrderOverHttp(await signInNewCustomer(url), [
      { product: testProduct, quantity: 1 },
    ])
    await expect
      .poll(() => stream.received, EVENT_TIMEOUT)
      .toMatch(new RegExp(`event: orders\ndata: .*"order_id":"${order}","event":"placed"`))
    await database.query(
      `insert into order_history (order_id, actor_kind, actor_id, event, from_status, to_status)
       values ($1, 'admin', gen_random_uuid(), 'moved', 'pending', 'processing')`,
      [order],
    )
    await expect
      .poll(() => stream.received, EVENT_TIMEOUT)
      .toMatch(new RegExp(`"order_id":"${order}","event":"moved"`))
    await stream.close()
  })

  test('sends a change whose transaction ended after that of a later one', async () => {
    const stream = await listen(await signInAsAdmin(url))
    const customer = await signInNewCustomer(url)
    const [late, early] = [
      await placeOrderOverHttp(customer, [{ product: testProduct, quantity: 1 }]),
      await placeOrderOverHttp(customer, [{ product: testProduct, quantity: 1 }]),
    ]
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch(early)
    const [{ id }] = (await database.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('order_history', 'id')) as id`,
    )) as [{ id: number }]
    await (
      await signInAsAdmin(url)
    ).post('/admin/orders', { intent: 'move', order_id: early, expected_status: 'pending' })
    await expect
      .poll(() => stream.received, EVENT_TIMEOUT)
      .toMatch(new RegExp(`"order_id":"${early}","event":"moved"`))
    await database.query(
      `insert into order_history (id, order_id, actor_kind, actor_id, event, from_status, to_status) overriding system value
       values ($1, $2, 'admin', gen_random_uuid(), 'moved', 'pending', 'processing')`,
      [id, late],
    )
    await expect
      .poll(() => stream.received, EVENT_TIMEOUT)
      .toMatch(new RegExp(`"order_id":"${late}","event":"moved"`))
    await stream.close()
  })

  test('ends with its session and sends nothing after that', async () => {
    const owner = await signInAsAdmin(url)
    const stream = await listen(owner)
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: refresh\n')
    await owner.post('/logout', {})
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: end\n')
    await expect.poll(() => stream.isOver, EVENT_TIMEOUT).toBe(true)
  })

  test('ends when the admin role is revoked', async () => {
    const helper = await signInNewCustomer(url)
    await database.query(
      `insert into accounts.administrator (user_id) select id from accounts."user" where email = $1`,
      [helper.email],
    )
    const stream = await listen(
      await signInAsAdmin(url, { email: helper.email, password: 'nine-bends-to-wayanad' }),
    )
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: refresh\n')
    await database.query(
      `delete from accounts.administrator where user_id = (select id from accounts."user" where email = $1)`,
      [helper.email],
    )
    const order = await placeOrderOverHttp(helper, [{ product: testProduct, quantity: 1 }])
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: end\n')
    expect(stream.received).not.toContain(order)
  })

  test('survives the loss of all database connections without missing an event', async () => {
    const stream = await listen(await signInAsAdmin(url))
    await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: refresh\n')
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ninth-bend'`,
    )
    let order: string | undefined
    const tryToPlace = async () =>
      (order ??= await placeOrderOverHttp(await signInNewCustomer(url), [
        { product: testProduct, quantity: 1 },
      ]))
    await expect.poll(() => tryToPlace().catch(() => undefined), EVENT_TIMEOUT).toBeTruthy()
    await expect
      .poll(() => stream.received, EVENT_TIMEOUT)
      .toMatch(new RegExp(`"order_id":"${order}","event":"placed"`))
    await stream.close()
  })
})

test('ADMIN-12 a shutdown ends event streams at once', async () => {
  const shop = await startShop({ env: { DEMO: 'off' } })
  const stream = await listen(await signInAsAdmin(shop.url))
  await expect.poll(() => stream.received, EVENT_TIMEOUT).toMatch('event: refresh\n')
  await shop.stop()
  await expect.poll(() => stream.isOver, EVENT_TIMEOUT).toBe(true)
  expect(stream.isBroken, 'as it is when the shop has run out of patience').toBe(false)
}, 60_000)
