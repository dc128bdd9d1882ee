import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUBLIC_CLIENT_KEY } from '#features/mail/outbox/public-client-key.ts'
import { insertCustomer, insertOrder, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { sendOrderEmailRoute } from './send-order-email-route.server.ts'

let database: TestDatabase
let wakes = 0
beforeAll(async () => void (database = await createTestDatabase()))
beforeEach(() => void (wakes = 0))
afterAll(() => database.close())

async function request(
  body: unknown,
  headers: Record<string, string> = { apikey: PUBLIC_CLIENT_KEY },
  method = 'POST',
) {
  const app = sendOrderEmailRoute({
    db: database.db,
    outbox: { wake: () => void wakes++ },
    log: pino({ level: 'silent' }),
  })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return app.request('/functions/v1/send-order-email', {
    method,
    headers,
    ...(method === 'POST' && { body: text }),
  })
}
type Row = { recipient: string; sent_at: string | null }
const emailsOf = (orderId: string) =>
  database.query<Row>(`select recipient, sent_at from outbox where payload ->> 'order_id' = $1`, [orderId])
const newOrder = async () => {
  const customer = await insertCustomer(database, { email: `buyer-${crypto.randomUUID()}@shopper.example` })
  const id = await insertOrder(database, {
    customer,
    lines: [{ product: await insertProduct(database), quantity: 1 }],
  })
  return { id, customer }
}

describe('MAIL-10 POST /functions/v1/send-order-email', () => {
  test('MAIL-11 an order whose email is queued or sent gets no second one, even for concurrent requests', async () => {
    const { id } = await newOrder()
    const responses = await Promise.all(Array.from({ length: 30 }, () => request({ orderId: id })))
    expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(202))
    await database.query(`update outbox set sent_at = now() where payload ->> 'order_id' = $1`, [id])
    await request({ orderId: id.toUpperCase() })
    expect(await emailsOf(id)).toHaveLength(1)
  })

  test('MAIL-11 an order without a queued email gets one to its customer, and the worker is woken', async () => {
    const { id, customer } = await newOrder()
    await database.query('delete from outbox')
    await Promise.all(Array.from({ length: 30 }, () => request({ orderId: id })))
    expect(await emailsOf(id)).toEqual([{ recipient: customer.email, sent_at: null }])
    expect(wakes).toBe(30)
  })

  test('known and unknown orders get the same response, and an unknown one queues nothing', async () => {
    const { id } = await newOrder()
    const before = await database.query('select id from outbox')
    const ids = [id, crypto.randomUUID(), 'no-such-id', "'; drop table outbox"]
    const distinctResponses = new Set<string>()
    for (const orderId of ids) {
      const response = await request({ orderId })
      distinctResponses.add([response.status, await response.text(), ...response.headers].join('|'))
    }
    expect(distinctResponses.size).toBe(1)
    expect(await database.query('select id from outbox')).toEqual(before)
  })

  test('PERMISSION-11 MAIL-10 the key is accepted in either header, and without it nothing is read or queued', async () => {
    const { id } = await newOrder()
    await database.query('delete from outbox')
    const refused: Record<string, string>[] = [
      {},
      { apikey: 'wrong' },
      { authorization: 'Bearer wrong' },
      { apikey: '' },
    ]
    for (const headers of refused) expect((await request({ orderId: id }, headers)).status).toBe(401)
    expect((await request('not json', {})).status).toBe(401)
    expect(await emailsOf(id)).toEqual([])
    expect((await request({ orderId: id }, { authorization: `Bearer ${PUBLIC_CLIENT_KEY}` })).status).toBe(
      202,
    )
    expect(await emailsOf(id)).toHaveLength(1)
  })

  test.each([
    ['{"orderId":', 400, 'Send JSON'],
    ['', 400, 'Send JSON'],
    ['{}', 400, 'orderId'],
    ['{"orderId":7}', 400, 'orderId'],
    ['null', 400, 'orderId'],
    ['["x"]', 400, 'orderId'],
    [`{"orderId":"${'x'.repeat(101)}"}`, 400, 'orderId'],
    [`{"orderId":"${'x'.repeat(4096)}"}`, 413, 'one order'],
  ])('%j is answered with %i and a message', async (body, status, sentence) => {
    const response = await request(body)
    expect(response.status).toBe(status)
    expect(((await response.json()) as { message: string }).message).toContain(sentence)
  })

  test('other methods than POST are answered 405', async () => {
    const response = await request('', {}, 'GET')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
