import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { isProcessAlive } from '#platform/database/embedded-postgres/postgres-process.server.ts'
import { temporaryFileName } from '#platform/files/atomic-write.server.ts'
import {
  insertProduct,
  findInconsistencies,
  type TestProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { startShop, type RunningShop } from '#tests/fixtures/shops/running-shop.ts'
import type { FormFields, HttpClient } from '#tests/fixtures/http/http-client.ts'
import { MailFolder } from '#tests/fixtures/mails/mail-folder.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { connectToShopDatabase, readPostgresProcess } from '#tests/fixtures/databases/shop-database.ts'

/** More rounds: `npm run prove -- crashes`, or CRASH_ROUNDS=20 npx vitest run --project shops crash */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 1)
const CUSTOMERS = 6
const SHUTDOWN_TIMEOUT_MS = 30_000

type SentAttempt = { customer: HttpClient; checkoutForm: FormFields; orderId?: string }
const dataDir = mkdtempSync(join(tmpdir(), 'ninth-bend-crash-'))
const open = () => startShop({ dataDir, env: { DEMO: 'off' } })
let shop: RunningShop | undefined

afterAll(async () => {
  await shop?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function waitUntil(isSo: () => boolean | Promise<boolean>, what: string) {
  const giveUpAt = Date.now() + SHUTDOWN_TIMEOUT_MS
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error(`Waited too long until ${what}.`)
    await pause(20)
  }
}

const unfinished = () =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => /\.new-|\.part$/.test(name))

/** A kill leaves partial files only by chance. */
function createUnfinishedFiles(pid: number) {
  for (const path of ['mail/letter.eml', 'storage/product-images/products/honey/1.webp']) {
    const temporaryFile = temporaryFileName(join(dataDir, path), { pid })
    mkdirSync(dirname(temporaryFile), { recursive: true })
    writeFileSync(temporaryFile, 'Dear As')
  }
}

function placeOrdersUntilStopped(customers: HttpClient[], products: TestProduct[], sent: SentAttempt[]) {
  const answered = { count: 0 }
  const order = async (customer: HttpClient, index: number) => {
    for (let turn = index; ; turn += 1) {
      const wanted = products
        .slice(0, 1 + (turn % products.length))
        .map((product, line) => ({ product, quantity: 1 + ((turn + line) % 3) }))
      const one: SentAttempt = { customer, checkoutForm: createCheckoutForm(wanted) }
      sent.push(one)
      const response = await sendCheckout(customer, one.checkoutForm).catch(() => undefined)
      if (!response) return
      if (!response.placed) throw new Error(`An order was refused: ${JSON.stringify(response)}`)
      one.orderId = response.placed.order_id
      answered.count += 1
    }
  }
  return { answered, allCutOff: Promise.all(customers.map(order)) }
}

test(
  `CHECKOUT-13 MAIL-1 OPERATIONS-17 kill -9 while orders are placed, ${ROUNDS} times: no acknowledged order is lost, none is partial, each has its email`,
  async () => {
    shop = await open()
    let db = connectToShopDatabase(dataDir)
    const products = [
      await insertProduct(db, { name: 'Crash Pepper', price: 3.35, stock: 1_000_000 }),
      await insertProduct(db, { name: 'Crash Honey', price: 11.5, stock: 1_000_000 }),
      await insertProduct(db, { name: 'Crash Tea', price: 0.99, stock: 1_000_000 }),
    ]
    let customers: HttpClient[] = await createSignedInCustomers(shop, CUSTOMERS)
    const sent: SentAttempt[] = []
    const restarts: number[] = []
    const cutOff: number[] = []

    for (let round = 0; round < ROUNDS; round += 1) {
      const { answered, allCutOff } = placeOrdersUntilStopped(customers, products, sent)
      await waitUntil(() => answered.count > 10 + ((round * 7) % 30), 'some orders are placed')
      const postgres = readPostgresProcess(dataDir).pid
      shop.process.kill('SIGKILL')
      await allCutOff
      await db.close()
      createUnfinishedFiles(shop.process.pid!)

      // A supervisor would restart it while the previous PostgreSQL may still be shutting down.
      const began = performance.now()
      shop = await open()
      restarts.push(Math.round(performance.now() - began))
      expect(isProcessAlive(postgres), 'the PostgreSQL of the killed shop').toBe(false)
      db = connectToShopDatabase(dataDir)

      const acknowledged = sent.filter(({ orderId }) => orderId).map(({ orderId }) => orderId!)
      const found = await db.query<{ id: string }>('select id from orders where id = any ($1)', [
        acknowledged,
      ])
      expect(found.length, 'acknowledged orders that are there').toBe(acknowledged.length)
      expect(await findInconsistencies(db)).toEqual([])

      // All sessions are valid; each interrupted attempt is sent again and gives exactly one order.
      const url = shop.url
      customers = customers.map((customer) => customer.copy(url))
      const unanswered = sent.filter(({ orderId }) => !orderId)
      cutOff.push(unanswered.length)
      for (const one of unanswered)
        one.orderId = (await sendCheckout(one.customer.copy(url), one.checkoutForm)).placed!.order_id
    }

    const [counts] = await db.query(`
    select (select count(*)::int from orders) as orders, (select count(distinct key)::int from idempotency_keys) as submits,
           (select count(*)::int from outbox where kind = 'order-confirmation') as mails,
           (select count(*)::int from order_history where event = 'placed') as placed,
           (select count(*)::int from orders o where not exists (select from order_items where order_id = o.id)) as empty`)
    expect(counts).toEqual({
      orders: sent.length,
      submits: sent.length,
      mails: sent.length,
      placed: sent.length,
      empty: 0,
    })
    expect(new Set(sent.map(({ orderId }) => orderId)).size).toBe(sent.length)
    expect(await findInconsistencies(db)).toEqual([])

    // A killed worker's emails wait until its lease expires; the test moves that time.
    await waitUntil(async () => {
      const waiting = await db.query(
        'update outbox set available_at = now() where sent_at is null and available_at > now() returning id',
      )
      const [left] = await db.query<{ count: number }>(
        'select count(*)::int as count from outbox where sent_at is null',
      )
      return waiting.length === 0 && left!.count === 0
    }, 'every mail is written')
    const mails = new MailFolder(dataDir)
    const numbers = mails
      .all('order-confirmation')
      .map((mail) => /[0-9A-F]{8}/.exec(mail.header('subject') ?? '')![0])
    expect(numbers.sort()).toEqual(sent.map(({ orderId }) => orderId!.slice(0, 8).toUpperCase()).sort())

    const postgres = readPostgresProcess(dataDir)
    await db.close()
    await shop.stop()
    expect(isProcessAlive(postgres.pid), 'PostgreSQL after an ordinary end').toBe(false)
    expect(existsSync(postgres.socketDirectory)).toBe(false)
    expect(unfinished(), 'what the kills left half-written').toEqual([])
    process.stdout.write(
      `kill -9: ${ROUNDS} rounds, ${sent.length} orders, ${cutOff.join(' ')} cut off, open again in ${restarts.join(' ')} ms\n`,
    )
  },
  60_000 + ROUNDS * 30_000,
)
