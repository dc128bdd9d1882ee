import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { folderMailTransport } from '#features/mail/transport/folder-mail-transport.server.ts'
import { MAIL_KINDS, type MailKind } from '#features/mail/outbox/mail-kinds.ts'
import type { MailTransport, OutgoingMail } from '#features/mail/transport/mail-transport.server.ts'
import { claimDueMails } from '#features/mail/outbox/outbox-queries.server.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import {
  callProcedure,
  insertCustomer,
  insertAdmin,
  insertOrder,
  insertOrderWithStatus,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import {
  insertDeliveredOrder,
  readOrderVersion,
  refundArguments,
} from '#tests/fixtures/orders/delivered-orders.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { parseEml } from '#tests/fixtures/mails/parse-eml.ts'
import { retryInSeconds, startMailWorker } from './mail-worker.server.ts'
import type { MailWorker, MailWorkerTiming } from './mail-worker.server.ts'

let database: TestDatabase
let folder: string
const workers: MailWorker[] = []
const log = pino({ level: 'silent' })

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ninth-bend-outbox-'))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await database.query('delete from outbox')
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const FAST_TIMING: Partial<MailWorkerTiming> = {
  pollMilliseconds: 20,
  retryInSeconds: () => 0.02,
  graceMilliseconds: 50,
}

function startWorker(transport: MailTransport, pace: Partial<MailWorkerTiming> = {}) {
  const worker = startMailWorker({
    db: database.db.worker,
    identity: demonstrationIdentity,
    publicUrl: 'https://shop.example:8443',
    verificationLink: async (userId) => `https://shop.example:8443/verify-email?token=of-${userId}`,
    transport,
    log,
    pace: { ...FAST_TIMING, ...pace },
  })
  workers.push(worker)
  return worker
}

function createTransport(
  beforeSend: (mail: OutgoingMail, signal: AbortSignal) => Promise<void> | void = () => {},
) {
  const posted: OutgoingMail[] = []
  const transport: MailTransport = {
    async send(mail, signal) {
      await beforeSend(mail, signal)
      posted.push(mail)
    },
    close() {},
  }
  return { posted, transport }
}

let number = 0
async function queueEmail({
  url = 'https://shop.example/verify-email?token=secret',
  kind = 'verify-email',
} = {}) {
  const address = `shopper-${++number}@shopper.example`
  const payload = { full_name: 'Priya Nair', url, ...(kind === 'admin-invitation' && { role: 'packer' }) }
  const sql = 'insert into outbox (kind, dedupe_key, recipient, payload) values ($1, $2::text, $2::text, $3)'
  await database.query(sql, [kind, address, payload])
  return address
}

type Row = {
  recipient: string
  attempts: number
  sent_at: string | null
  last_error: string | null
  payload: object
  available_at: string
}
const rows = () => database.query<Row>('select * from outbox order by id')
async function allSent() {
  await expect
    .poll(async () => (await rows()).every(({ sent_at }) => sent_at !== null), { timeout: 10_000 })
    .toBe(true)
}
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const recipientsOf = (mails: OutgoingMail[]) => mails.map(({ content }) => content.to.address).sort()

describe('MAIL-1 The outbox worker', () => {
  test('MAIL-1 three concurrent workers with every third attempt failing send each of 90 emails once', async () => {
    const addresses = await Promise.all(Array.from({ length: 90 }, () => queueEmail()))
    let attempt = 0
    const { posted, transport } = createTransport(() => {
      if (++attempt % 3 === 0) throw new Error('421 come back later')
    })
    for (let each = 0; each < 3; each++) startWorker(transport)
    await allSent()
    expect(recipientsOf(posted)).toEqual(addresses.sort())
    expect(attempt).toBeGreaterThan(90)
  })

  test('MAIL-2 a failed email is retried with exponential backoff, stores its error, and is sent once the server is back', async () => {
    await queueEmail()
    let isDown = true
    const { posted, transport } = createTransport(() => {
      if (isDown) throw new Error('connect ECONNREFUSED')
    })
    startWorker(transport, { retryInSeconds: (attempts) => 0.03 * attempts })
    await expect.poll(async () => (await rows())[0]!.attempts, { timeout: 5000 }).toBeGreaterThan(2)
    expect((await rows())[0]).toMatchObject({ sent_at: null, last_error: 'connect ECONNREFUSED' })
    isDown = false
    await allSent()
    expect((await rows())[0]!.last_error).toBeNull()
    expect(posted).toHaveLength(1)
    expect([1, 2, 3, 10, 11, 12, 99, 100].map(retryInSeconds)).toEqual([
      2,
      4,
      8,
      1024,
      2048,
      3600,
      3600,
      null,
    ])
  })

  test('an email with too many attempts is kept and not retried', async () => {
    await queueEmail()
    let attempts = 0
    const { transport } = createTransport(() => {
      attempts++
      throw new Error('550 no such user')
    })
    startWorker(transport, { retryInSeconds: (attempt) => (attempt < 2 ? 0 : null) })
    await expect.poll(async () => (await rows())[0]!.available_at).toBe('infinity')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([attempts, (await rows())[0]!.last_error]).toEqual([2, '550 no such user'])
  })

  test('MAIL-9 an email claimed by a dead worker is sent by the next one with the same Message-ID', async () => {
    await queueEmail()
    const leaseSeconds = 0.2
    const [claimed] = await claimDueMails(database.db.worker, {
      limit: 5,
      leaseSeconds,
      host: 'shop.example',
    })
    const meanwhile = await claimDueMails(database.db.worker, {
      limit: 5,
      leaseSeconds,
      host: 'shop.example',
    })
    expect(meanwhile).toEqual([])
    const { posted, transport } = createTransport()
    startWorker(transport)
    await allSent()
    expect(claimed!.message_id).toMatch(/^<verify-email\.[0-9a-f]{32}@shop\.example>$/)
    expect(posted.map(({ messageId, date }) => [messageId, date.getTime()])).toEqual([
      [claimed!.message_id, new Date(claimed!.created_at).getTime()],
    ])
  })

  test('MAIL-4 an unresponsive mail server delays only its own emails', async () => {
    const hanging = await queueEmail()
    const others = await Promise.all(Array.from({ length: 12 }, () => queueEmail()))
    let calls = 0
    const { posted, transport } = createTransport((mail) => {
      if (mail.content.to.address === hanging && ++calls === 1) return new Promise<void>(() => {})
      return undefined
    })
    startWorker(transport, { sendMilliseconds: 1500, atOnce: 2 })
    await expect.poll(() => recipientsOf(posted), { timeout: 1300, interval: 10 }).toEqual(others.sort())
    await allSent()
    expect((await rows())[0]).toMatchObject({ recipient: hanging, attempts: 2 })
  })

  test('wake() sends all due emails without waiting for the next poll', async () => {
    const { posted, transport } = createTransport()
    const worker = startWorker(transport, { pollMilliseconds: 60_000, atOnce: 2 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const addresses = await Promise.all(Array.from({ length: 9 }, () => queueEmail()))
    worker.wake()
    await expect.poll(() => recipientsOf(posted), { timeout: 2000, interval: 10 }).toEqual(addresses.sort())
  })

  test('MAIL-13 stop() waits for emails in progress, claims no others, and aborts those that exceed the grace period', async () => {
    const slow = await queueEmail()
    const gate = Promise.withResolvers<void>()
    const { posted, transport } = createTransport(() => gate.promise)
    const worker = startWorker(transport, { atOnce: 1, graceMilliseconds: 5000 })
    await expect.poll(async () => (await rows())[0]!.attempts).toBe(1)
    await queueEmail()
    const stopped = worker.stop()
    gate.resolve()
    await stopped
    expect(recipientsOf(posted)).toEqual([slow])
    expect((await rows()).map(({ sent_at, attempts }) => [sent_at !== null, attempts])).toEqual([
      [true, 1],
      [false, 0],
    ])

    const stuck = createTransport((_, signal) => rejectOnAbort(signal))
    const second = startWorker(stuck.transport, { graceMilliseconds: 50 })
    await expect.poll(async () => (await rows())[1]!.attempts).toBe(1)
    const started = performance.now()
    await second.stop()
    expect(performance.now() - started).toBeLessThan(2000)
    expect((await rows())[1]).toMatchObject({ sent_at: null, last_error: 'The shop was stopped.' })
  })

  test.each(['verify-email', 'reset-password'])(
    'the link of a %s is removed from the database once its email is sent',
    async (kind) => {
      await queueEmail({ kind })
      const { posted, transport } = createTransport()
      startWorker(transport)
      await allSent()
      expect(JSON.stringify(posted[0]!.content)).toContain('token=secret')
      expect((await rows())[0]!.payload).toEqual({ full_name: 'Priya Nair' })
    },
  )

  test('an email of an unknown kind stays queued, and the others are sent', async () => {
    await queueEmail({ kind: 'from-the-future' })
    const known = await queueEmail()
    const { posted, transport } = createTransport()
    startWorker(transport, { retryInSeconds: () => 60 })
    await expect.poll(() => recipientsOf(posted)).toEqual([known])
    await expect.poll(async () => (await rows())[0]!.last_error).toContain("kind 'from-the-future'")
  })

  test('every kind of email is rendered from the database into its own file', async () => {
    const customer = await insertCustomer(database, {
      full_name: 'Anu <b>Mathew</b>',
      email: 'anu@shopper.example',
    })
    const honey = await insertProduct(database, { name: 'Forest Honey & Wax', price: 7.25 })
    const orderId = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 2 }] })
    const admin = await insertAdmin(database)
    const ownerPayloads: Partial<Record<MailKind, object>> = {
      'owner-new-order': { order_id: orderId },
      'owner-daily-digest': { day: '2026-06-22' },
      'owner-low-stock': { product_id: honey.id, threshold: 10 },
      'owner-feedback': { enquiry: { name: 'Anu', email: customer.email, rating: 5, feedback: 'Good.' } },
      'owner-business-enquiry': {
        enquiry: {
          businessName: 'Mathew & Co',
          contactName: 'Anu',
          email: customer.email,
          phone: '020 7946 0100',
          businessType: 'retail',
          message: 'Ten jars.',
        },
      },
    }
    for (const kind of MAIL_KINDS) {
      if (kind === 'stock-alert')
        await database.query(
          'insert into outbox (kind, dedupe_key, recipient, payload) values ($1, $2, $3, $4)',
          [kind, `${kind}-1`, customer.email, { product_id: honey.id, stop_token: randomUUID() }],
        )
      else if (kind === 'product-recall') {
        const recallId = randomUUID()
        const told = ['Metal was found in a jar.', 'Do not eat it. Bring it back.']
        await callProcedure(database, admin, 'start_recall', [recallId, honey.id, null, ...told])
        await database.query(
          'insert into outbox (kind, dedupe_key, recipient, payload) values ($1, $2, $3, $4)',
          [kind, `${kind}-1`, customer.email, { recall_id: recallId, order_ids: [orderId] }],
        )
      } else if (kind in ownerPayloads)
        await database.query('insert into outbox (kind, dedupe_key, payload) values ($1, $2, $3)', [
          kind,
          `${kind}-1`,
          ownerPayloads[kind],
        ])
      else if (kind === 'order-refunded') {
        const { id, items } = await insertDeliveredOrder(database, { admin, customer })
        const version = await readOrderVersion(database, id)
        const lines = [{ id: items[0]!, quantity: 1 }]
        await callProcedure(
          database,
          admin,
          'refund_order',
          refundArguments(id, { version, lines, amount: 4.5 }).map((value) =>
            Array.isArray(value) ? JSON.stringify(value) : value,
          ),
        )
        await database.query(`delete from outbox where payload ->> 'order_id' = $1 and kind <> $2`, [
          id,
          kind,
        ])
      } else if (kind === 'order-changed') {
        const id = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 2 }] })
        const items = await database.query('select id, 3 as quantity from order_items where order_id = $1', [
          id,
        ])
        await callProcedure(database, admin, 'edit_order', [id, 1, JSON.stringify(items), null])
        await database.query('delete from outbox where payload ->> $1 = $2 and kind <> $3', [
          'order_id',
          id,
          kind,
        ])
        await database.query('update outbox set available_at = now() where kind = $1', [kind])
      } else if (!kind.startsWith('order-')) await queueEmail({ kind })
      else if (kind !== 'order-confirmation') {
        // The order needs the email's status, because outdated emails are not sent.
        const status = kind === 'order-cancellation-received' ? 'cancelled' : kind.replace('order-', '')
        const { id } = await insertOrderWithStatus(database, status as OrderStatus, { admin, customer })
        await database.query('delete from outbox where payload ->> $1 = $2', ['order_id', id])
        await database.query(
          'insert into outbox (kind, dedupe_key, recipient, payload) values ($1, $2, $3, $4)',
          [kind, `${kind}:${id}`, customer.email, { order_id: id }],
        )
      }
    }
    startWorker(folderMailTransport({ folder, identity: demonstrationIdentity, log }))
    await allSent()
    const files = (await readdir(folder)).sort()
    expect(MAIL_KINDS.filter((kind) => !files.some((file) => file.includes(kind)))).toEqual([])
    const file = files.find((name) => name.includes('order-confirmation'))!
    const confirmation = parseEml(await readFile(join(folder, file)))
    expect(confirmation.header('to')).toBe('Priya Nair <anu@shopper.example>')
    expect(confirmation.text).toContain(orderId.slice(0, 8).toUpperCase())
    expect(confirmation.text).toContain(
      '2 x Forest Honey & Wax, 250g\n  £7.25 each, £14.50\n  Allergy advice: Contains none of the 14.',
    )
    expect(confirmation.html).toContain('Forest Honey &amp; Wax')
    expect(confirmation.header('message-id')).toMatch(/@shop\.example>$/)
  })
})
