import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { createCheckoutForm, sendCheckout } from '#tests/fixtures/orders/checkout-requests.ts'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { createSignedInCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import {
  signInNewCustomer,
  signInAsAdmin,
  HttpClient,
  type SignedInClient,
} from '#tests/fixtures/http/http-client.ts'
import { requestWithTimeout, isUserFacingResponse, describeResponse } from '#prove/runner/timed-request.ts'
import { startTestMailServer } from '#prove/mail/test-mail-server.ts'
import type { ProofStep } from '#prove/runner/proof.ts'

const ORDER_TIMEOUT_MS = 5000
const MAIL_TIMEOUT_MS = 60_000
const RESPONSE_TIMEOUT_MS = 20_000

async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(50))
    if (await condition()) return true
  return false
}

export const mailServerOutage: ProofStep = {
  name: 'mail-server',
  scenario:
    'the mail server refuses, or accepts connections and does not respond: orders are placed, and each email arrives after the server has recovered',
  async runProof(proofContext, checks) {
    const server = await startTestMailServer()
    try {
      const shop = await proofContext.open({ env: { SMTP_URL: server.url, LOG_LEVEL: 'fatal' } })
      const db = connectToShopDatabase(shop.dataDir)
      const product = await insertProduct(db, { name: 'Mailed Pepper', stock: 1_000_000 })
      const [customer] = (await createSignedInCustomers(shop, 1)) as [SignedInClient]
      const orders: string[] = []
      for (let round = 0; round < proofContext.times(20); round += 1) {
        for (const mode of ['refusing', 'hanging'] as const) {
          server.setMode(mode)
          for (let order = 0; order < 6; order += 1) {
            const startedAt = performance.now()
            const response = await sendCheckout(
              customer,
              createCheckoutForm([{ product: product, quantity: 1 }]),
            ).catch(() => undefined)
            const durationMs = performance.now() - startedAt
            checks.expect(
              Boolean(response?.placed) && durationMs < ORDER_TIMEOUT_MS,
              () => `${mode}: an order took ${Math.round(durationMs)} ms: ${JSON.stringify(response)}`,
            )
            if (response?.placed) orders.push(response.placed.order_id)
          }
          await pause(300)
          server.setMode('accepting')
          const countUnsent = async () =>
            (
              await db.query<{ left: number }>(
                'select count(*)::int as left from outbox where sent_at is null',
              )
            )[0]!.left
          const isSent = await waitUntil(async () => {
            await db.query(
              'update outbox set available_at = now() where sent_at is null and leased_until is null',
            )
            return (await countUnsent()) === 0
          }, MAIL_TIMEOUT_MS)
          checks.expect(
            isSent,
            () => `${mode}: mails are still waiting a minute after the mail server was well`,
          )
        }
      }
      const copies = (id: string) => server.acceptedMails.filter(({ messageId }) => messageId === id).length
      const rows = await db.query<{ message_id: string }>(`select message_id from outbox`)
      checks.expect(
        rows.every(({ message_id }) => copies(message_id) === 1),
        () => 'a mail was not sent exactly once',
      )
      await db.close()
      return `${orders.length} orders, ${server.refused()} refusals`
    } finally {
      server.close()
    }
  },
}

export const storageOutage: ProofStep = {
  name: 'storage',
  scenario:
    'the folder of pictures or emails is not readable or writable: uploads are refused with a message, pages work without pictures, emails wait, and all recovers with the folder',
  async runProof(proofContext, checks) {
    const shop = await proofContext.open({ env: { LOG_LEVEL: 'fatal' } })
    const db = connectToShopDatabase(shop.dataDir)
    const [customer] = (await createSignedInCustomers(shop, 1)) as [SignedInClient]
    const [owner, visitor] = [await signInAsAdmin(shop.url), new HttpClient(shop.url)]
    const product = await insertProduct(db, { name: 'Stored Pepper', stock: 1_000_000 })
    const photo = await createPhoto()
    const upload = (name: string) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ intent: 'add', name, description: 'x' }))
        form.set(field, value)
      form.set('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
      return requestWithTimeout(owner, '/admin/categories?add=category', RESPONSE_TIMEOUT_MS, {
        method: 'POST',
        body: form,
        headers: { origin: shop.url },
      })
    }
    for (let round = 0; round < proofContext.times(20); round += 1) {
      checks.expect(
        (await upload(`Before ${round}`)).status === 302,
        () => 'a category could not be added before anything was broken',
      )
      for (const folder of ['storage', 'mail']) {
        const path = join(shop.dataDir, folder)
        if (!existsSync(path)) mkdirSync(path)
        // A file that replaces the directory stops even root.
        renameSync(path, `${path}.away`)
        writeFileSync(path, '')
        const [row] = await db.query<{ image_url: string }>(
          `select image_url from categories where image_url like '/storage%' limit 1`,
        )
        const responses = await Promise.all([
          upload(`During ${folder} ${round}`),
          requestWithTimeout(visitor, row!.image_url, RESPONSE_TIMEOUT_MS),
          ...['/', '/categories', '/products'].map((page) =>
            requestWithTimeout(visitor, page, RESPONSE_TIMEOUT_MS),
          ),
        ])
        for (const response of responses)
          checks.expect(isUserFacingResponse(response), () => `${folder}: ${describeResponse(response)}`)
        const isRefused = responses[0].status === 503 || responses[0].status === 422
        checks.expect(
          folder === 'mail' || isRefused,
          () => `a picture that could not be kept was answered: ${describeResponse(responses[0])}`,
        )
        const placed = await sendCheckout(
          customer,
          createCheckoutForm([{ product: product, quantity: 1 }]),
        ).catch(() => undefined)
        checks.expect(Boolean(placed?.placed), () => `${folder}: no order could be placed`)
        await pause(200)
        rmSync(path)
        renameSync(`${path}.away`, path)
        const isSent = await waitUntil(async () => {
          await db.query(
            'update outbox set available_at = now() where sent_at is null and leased_until is null',
          )
          return (await db.query('select from outbox where sent_at is null')).length === 0
        }, MAIL_TIMEOUT_MS)
        checks.expect(isSent, () => `${folder}: mails are still waiting a minute after it was back`)
        checks.expect(
          (await upload(`After ${folder} ${round}`)).status === 302,
          () => `${folder}: a category could not be added afterwards`,
        )
      }
    }
    const [partial] = await db.query<{ count: number }>(
      `select count(*)::int as count from categories where name like 'During storage%'`,
    )
    checks.expect(partial!.count === 0, () => `${partial!.count} categories were kept whose picture was not`)
    await db.close()
  },
}

const CLOCK = join(import.meta.dirname, 'shifted-clock.ts')
const HOUR = 3_600_000
const CLOCK_JUMPS_MS = [40 * 24 * HOUR, -40 * 24 * HOUR, 2 * HOUR, -2 * HOUR, 60_000, -60_000]

export const clockJumps: ProofStep = {
  name: 'clock',
  scenario:
    'the clock of the shop’s process jumps forward and back while a customer is signed in (the clock of the database does not): they stay signed in, others can sign in, and orders are placed',
  async runProof(proofContext, checks) {
    const dataDir = proofContext.dataDir()
    const clock = join(dataDir, 'clock')
    writeFileSync(clock, '0')
    const { url } = await proofContext.open({
      dataDir,
      env: { LOG_LEVEL: 'fatal', PROVE_CLOCK: clock, NODE_OPTIONS: `--import ${CLOCK}` },
    })
    const db = connectToShopDatabase(dataDir)
    const product = await insertProduct(db, { name: 'Timely Pepper', stock: 1_000_000 })
    let placed = 0
    const signInNew = () =>
      signInNewCustomer(url).catch((problem: Error) =>
        checks.add(1, [
          `nobody could register and sign in: ${/Too many tries[^<"]*/.exec(problem.message)?.[0] ?? problem.message}`,
        ]),
      )
    for (let round = 0; round < proofContext.times(20); round += 1) {
      for (const jump of CLOCK_JUMPS_MS) {
        writeFileSync(clock, '0')
        const customer = await signInNew()
        if (!customer) continue
        writeFileSync(clock, String(jump))
        for (const path of ['/', '/products', '/profile', '/profile/orders', '/api/session', '/checkout']) {
          const response = await requestWithTimeout(customer, path, RESPONSE_TIMEOUT_MS)
          checks.expect(
            response.status > 0 && response.status < 500,
            () => `${jump} ms: ${describeResponse(response)}`,
          )
        }
        const expectOrder = async (buyer: HttpClient | void, when: string) => {
          const form = createCheckoutForm([{ product: product, quantity: 1 }])
          const answer = buyer && (await sendCheckout(buyer, form).catch(() => undefined))
          checks.expect(Boolean(answer?.placed), () => `${when}: no order could be placed`)
          if (answer?.placed) placed += 1
        }
        await expectOrder(customer, `${jump} ms`)
        await expectOrder(await signInNew(), `${jump} ms, after signing in`)
        writeFileSync(clock, '0')
        await expectOrder(customer, `${jump} ms and back`)
      }
    }
    const [row] = await db.query<{ orders: number }>('select count(*)::int as orders from orders')
    checks.expect(row!.orders === placed, () => `${row!.orders} orders instead of ${placed}`)
    await db.close()
    return `${placed} orders`
  },
}
