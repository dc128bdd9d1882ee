import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PUBLIC_CLIENT_KEY } from '#shop/mail/outbox/public-client-key.ts'
import { insertCustomer, insertOrder, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { sendOrderEmailRoute } from './send-order-email-route.ts'

let database: TestDatabase
let wakes = 0
beforeAll(async () => void (database = await createTestDatabase()))
beforeEach(() => void (wakes = 0))
afterAll(() => database.close())

function ask(body: unknown, headers: Record<string, string> = { apikey: PUBLIC_CLIENT_KEY }, method = 'POST') {
  const app = sendOrderEmailRoute({ db: database.db, outbox: { wake: () => void wakes++ }, log: pino({ level: 'silent' }) })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return app.request('/functions/v1/send-order-email', { method, headers, ...(method === 'POST' && { body: text }) })
}
type Row = { recipient: string; sent_at: string | null }
const mailsOf = (orderId: string) =>
  database.query<Row>(`select recipient, sent_at from outbox where payload ->> 'order_id' = $1`, [orderId])
const newOrder = async () => {
  const customer = await insertCustomer(database, { email: `buyer-${crypto.randomUUID()}@shopper.example` })
  const id = await insertOrder(database, { customer, lines: [{ product: await insertProduct(database), quantity: 1 }] })
  return { id, customer }
}

describe('MAIL-10 POST /functions/v1/send-order-email', () => {
  test('MAIL-11 an order whose mail is queued or sent gets no second, however often and at once it is asked for', async () => {
    const { id } = await newOrder()
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask({ orderId: id })))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(202))
    await database.query(`update outbox set sent_at = now() where payload ->> 'order_id' = $1`, [id])
    await ask({ orderId: id.toUpperCase() })
    expect(await mailsOf(id)).toHaveLength(1)
  })

  test('MAIL-11 an order without a queued mail gets one, to its customer, and the worker is woken', async () => {
    const { id, customer } = await newOrder()
    await database.query('delete from outbox')
    await Promise.all(Array.from({ length: 30 }, () => ask({ orderId: id })))
    expect(await mailsOf(id)).toEqual([{ recipient: customer.email, sent_at: null }])
    expect(wakes).toBe(30)
  })

  test('known and unknown orders are answered alike, and an unknown one queues nothing', async () => {
    const { id } = await newOrder()
    const before = await database.query('select id from outbox')
    const ids = [id, crypto.randomUUID(), 'no-such-id', "'; drop table outbox"]
    const seen = new Set<string>()
    for (const orderId of ids) {
      const answer = await ask({ orderId })
      seen.add([answer.status, await answer.text(), ...answer.headers].join('|'))
    }
    expect(seen.size).toBe(1)
    expect(await database.query('select id from outbox')).toEqual(before)
  })

  test('PERMISSION-11 MAIL-10 the key counts in either header, and without it nothing is read or queued', async () => {
    const { id } = await newOrder()
    await database.query('delete from outbox')
    const refused: Record<string, string>[] = [{}, { apikey: 'wrong' }, { authorization: 'Bearer wrong' }, { apikey: '' }]
    for (const headers of refused) expect((await ask({ orderId: id }, headers)).status).toBe(401)
    expect((await ask('not json', {})).status).toBe(401)
    expect(await mailsOf(id)).toEqual([])
    expect((await ask({ orderId: id }, { authorization: `Bearer ${PUBLIC_CLIENT_KEY}` })).status).toBe(202)
    expect(await mailsOf(id)).toHaveLength(1)
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
  ])('%j is answered with %i and a sentence', async (body, status, sentence) => {
    const answer = await ask(body)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { message: string }).message).toContain(sentence)
  })

  test('only POST is answered', async () => {
    const answer = await ask('', {}, 'GET')
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
