import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { folderMailTransport } from '#shop/mail/transport/folder-mail-transport.server.ts'
import { MAIL_KINDS } from '#shop/mail/outbox/mail-kinds.ts'
import type { MailTransport, OutgoingMail } from '#shop/mail/transport/mail-transport.server.ts'
import { claimDueMails } from '#shop/mail/outbox/outbox-queries.server.ts'
import type { OrderStatus } from '#shop/constants.ts'
import { insertCustomer, insertAdmin, insertOrder, insertOrderWithStatus, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase } from '#tests/fixtures/databases/test-database.ts'
import type { TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { parseEml } from '#tests/fixtures/mails/parse-eml.ts'
import { retryInSeconds, startMailWorker } from './mail-worker.ts'
import type { MailWorker, MailWorkerTiming } from './mail-worker.ts'

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

const HASTY: Partial<MailWorkerTiming> = { pollMilliseconds: 20, retryInSeconds: () => 0.02, graceMilliseconds: 50 }

function aWorker(transport: MailTransport, pace: Partial<MailWorkerTiming> = {}) {
  const worker = startMailWorker({
    db: database.db.worker,
    identity: demonstrationIdentity,
    publicUrl: 'https://shop.example:8443',
    verificationLink: async (userId) => `https://shop.example:8443/verify-email?token=of-${userId}`,
    transport,
    log,
    pace: { ...HASTY, ...pace },
  })
  workers.push(worker)
  return worker
}

/** Takes every mail and remembers it; `instead` may throw or wait first. */
function aPostbox(instead: (mail: OutgoingMail, signal: AbortSignal) => Promise<void> | void = () => {}) {
  const posted: OutgoingMail[] = []
  const transport: MailTransport = {
    async send(mail, signal) {
      await instead(mail, signal)
      posted.push(mail)
    },
    close() {},
  }
  return { posted, transport }
}

let number = 0
async function queue({ url = 'https://shop.example/verify-email?token=secret', kind = 'verify-email' } = {}) {
  const address = `shopper-${++number}@shopper.example`
  const payload = { full_name: 'Priya Nair', url }
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
  await expect.poll(async () => (await rows()).every(({ sent_at }) => sent_at !== null), { timeout: 10_000 }).toBe(true)
}
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
const poolAddressesOf = (mails: OutgoingMail[]) => mails.map(({ content }) => content.to.address).sort()

describe('MAIL-1 The worker of the outbox', () => {
  test('MAIL-1 three workers at once, with every third attempt failing, send each of 90 mails once', async () => {
    const addresses = await Promise.all(Array.from({ length: 90 }, () => queue()))
    let attempt = 0
    const { posted, transport } = aPostbox(() => {
      if (++attempt % 3 === 0) throw new Error('421 come back later')
    })
    for (let each = 0; each < 3; each++) aWorker(transport)
    await allSent()
    expect(poolAddressesOf(posted)).toEqual(addresses.sort())
    expect(attempt).toBeGreaterThan(90)
  })

  test('MAIL-2 a failed mail waits twice as long each time, tells why, and is sent when the server is back', async () => {
    await queue()
    let isDown = true
    const { posted, transport } = aPostbox(() => {
      if (isDown) throw new Error('connect ECONNREFUSED')
    })
    aWorker(transport, { retryInSeconds: (attempts) => 0.03 * attempts })
    await expect.poll(async () => (await rows())[0]!.attempts, { timeout: 5000 }).toBeGreaterThan(2)
    expect((await rows())[0]).toMatchObject({ sent_at: null, last_error: 'connect ECONNREFUSED' })
    isDown = false
    await allSent()
    expect((await rows())[0]!.last_error).toBeNull()
    expect(posted).toHaveLength(1)
    expect([1, 2, 3, 10, 11, 12, 99, 100].map(retryInSeconds)).toEqual([2, 4, 8, 1024, 2048, 3600, 3600, null])
  })

  test('a mail that is given up stays for a person and is tried no more', async () => {
    await queue()
    let attempts = 0
    const { transport } = aPostbox(() => {
      attempts++
      throw new Error('550 no such user')
    })
    aWorker(transport, { retryInSeconds: (attempt) => (attempt < 2 ? 0 : null) })
    await expect.poll(async () => (await rows())[0]!.available_at).toBe('infinity')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect([attempts, (await rows())[0]!.last_error]).toEqual([2, '550 no such user'])
  })

  test('MAIL-9 a worker that dies between taking and noting leaves the mail to the next, under the same Message-ID', async () => {
    await queue()
    const leaseSeconds = 0.2
    const [taken] = await claimDueMails(database.db.worker, { limit: 5, leaseSeconds, host: 'shop.example' })
    const meanwhile = await claimDueMails(database.db.worker, { limit: 5, leaseSeconds, host: 'shop.example' })
    expect(meanwhile).toEqual([])
    const { posted, transport } = aPostbox()
    aWorker(transport)
    await allSent()
    expect(taken!.message_id).toMatch(/^<verify-email\.[0-9a-f]{32}@shop\.example>$/)
    expect(posted.map(({ messageId, date }) => [messageId, date.getTime()])).toEqual([
      [taken!.message_id, new Date(taken!.created_at).getTime()],
    ])
  })

  test('MAIL-4 one server that hangs holds up its own mails for a while and nobody else’s', async () => {
    const hanging = await queue()
    const others = await Promise.all(Array.from({ length: 12 }, () => queue()))
    let calls = 0
    const { posted, transport } = aPostbox((mail) => {
      // It does not even listen to its signal.
      if (mail.content.to.address === hanging && ++calls === 1) return new Promise<void>(() => {})
      return undefined
    })
    aWorker(transport, { sendMilliseconds: 1500, atOnce: 2 })
    await expect.poll(() => poolAddressesOf(posted), { timeout: 1300, interval: 10 }).toEqual(others.sort())
    await allSent()
    expect((await rows())[0]).toMatchObject({ recipient: hanging, attempts: 2 })
  })

  test('a wake sends all that waits at once, without waiting for the next look', async () => {
    const { posted, transport } = aPostbox()
    const worker = aWorker(transport, { pollMilliseconds: 60_000, atOnce: 2 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    const addresses = await Promise.all(Array.from({ length: 9 }, () => queue()))
    worker.wake()
    await expect.poll(() => poolAddressesOf(posted), { timeout: 2000, interval: 10 }).toEqual(addresses.sort())
  })

  test('MAIL-13 a stop lets the mail under way finish, takes no other, and gives up on one that never will', async () => {
    const slow = await queue()
    const gate = Promise.withResolvers<void>()
    const { posted, transport } = aPostbox(() => gate.promise)
    const worker = aWorker(transport, { atOnce: 1, graceMilliseconds: 5000 })
    await expect.poll(async () => (await rows())[0]!.attempts).toBe(1)
    await queue()
    const stopped = worker.stop()
    gate.resolve()
    await stopped
    expect(poolAddressesOf(posted)).toEqual([slow])
    expect((await rows()).map(({ sent_at, attempts }) => [sent_at !== null, attempts])).toEqual([[true, 1], [false, 0]])

    const stuck = aPostbox((_, signal) => rejectOnAbort(signal))
    const second = aWorker(stuck.transport, { graceMilliseconds: 50 })
    await expect.poll(async () => (await rows())[1]!.attempts).toBe(1)
    const started = performance.now()
    await second.stop()
    expect(performance.now() - started).toBeLessThan(2000)
    expect((await rows())[1]).toMatchObject({ sent_at: null, last_error: 'The shop was stopped.' })
  })

  test.each(['verify-email', 'reset-password'])('the link of a %s leaves the database with its mail', async (kind) => {
    await queue({ kind })
    const { posted, transport } = aPostbox()
    aWorker(transport)
    await allSent()
    expect(JSON.stringify(posted[0]!.content)).toContain('token=secret')
    expect((await rows())[0]!.payload).toEqual({ full_name: 'Priya Nair' })
  })

  test('a kind that this version cannot write waits, and the others go out', async () => {
    await queue({ kind: 'from-the-future' })
    const known = await queue()
    const { posted, transport } = aPostbox()
    aWorker(transport, { retryInSeconds: () => 60 })
    await expect.poll(() => poolAddressesOf(posted)).toEqual([known])
    await expect.poll(async () => (await rows())[0]!.last_error).toContain("kind 'from-the-future'")
  })

  test('every kind of mail is written from what stands in the database, into its own file', async () => {
    const customer = await insertCustomer(database, { full_name: 'Anu <b>Mathew</b>', email: 'anu@shopper.example' })
    const honey = await insertProduct(database, { name: 'Forest Honey & Wax', price: 7.25 })
    const orderId = await insertOrder(database, { customer, lines: [{ product: honey, quantity: 2 }] })
    const admin = await insertAdmin(database)
    for (const kind of MAIL_KINDS) {
      if (!kind.startsWith('order-')) await queue({ kind })
      else if (kind !== 'order-confirmation') {
        // Of an order that is where its mail says: what is over is not sent.
        const { id } = await insertOrderWithStatus(database, kind.replace('order-', '') as OrderStatus, { admin, customer })
        await database.query('delete from outbox where payload ->> $1 = $2', ['order_id', id])
        await database.query('insert into outbox (kind, dedupe_key, recipient, payload) values ($1, $2, $3, $4)', [
          kind, `${kind}:${id}`, customer.email, { order_id: id },
        ])
      }
    }
    aWorker(folderMailTransport({ folder, identity: demonstrationIdentity, log }))
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
