import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aProduct } from '#tests/fixtures/databases/test-records.ts'
import { lookInto } from '#tests/fixtures/databases/shop-database.ts'
import { aSubmit, send } from '#tests/fixtures/orders/checkout-requests.ts'
import { aPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { manyCustomers } from '#tests/fixtures/accounts/signed-in-customers.ts'
import { aCustomer, anAdmin, Visitor, type SignedIn } from '#tests/fixtures/http/http-client.ts'
import { askWithin, isDesigned, told } from '#prove/runner/timed-request.ts'
import { aMailServer } from '#prove/mail/test-mail-server.ts'
import type { Step } from '#prove/runner/proof.ts'
import { isForTests, leftOut } from '#prove/runner/short-run.ts'

const ORDER_WITHIN_MILLISECONDS = 5000
const MAIL_WITHIN_MILLISECONDS = 60_000
const PATIENCE_MILLISECONDS = 20_000

async function until(isSo: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await pause(50)) if (await isSo()) return true
  return false
}

export const mailServerAway: Step = {
  name: 'mail-server',
  asks: 'the mail server refusing, or taking the line and saying nothing: orders go on, and each mail comes when it is well again',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const server = await aMailServer()
    try {
      const shop = await stage.open({ env: { SMTP_URL: server.url, LOG_LEVEL: 'fatal' } })
      const look = lookInto(shop.dataDir)
      const good = await aProduct(look, { name: 'Mailed Pepper', stock: 1_000_000 })
      const [customer] = (await manyCustomers(shop, 1)) as [SignedIn]
      const orders: string[] = []
      for (let round = 0; round < stage.times(20); round += 1) {
        for (const way of ['refusing', 'hanging'] as const) {
          server.become(way)
          for (let order = 0; order < 6; order += 1) {
            const begun = performance.now()
            const answer = await send(customer, aSubmit([{ product: good, quantity: 1 }])).catch(() => undefined)
            const took = performance.now() - begun
            tries.expect(Boolean(answer?.placed) && took < ORDER_WITHIN_MILLISECONDS, () => `${way}: an order took ${Math.round(took)} ms: ${JSON.stringify(answer)}`)
            if (answer?.placed) orders.push(answer.placed.order_id)
          }
          await pause(300)
          server.become('taking')
          const left = async () => (await look.query<{ left: number }>('select count(*)::int as left from outbox where sent_at is null'))[0]!.left
          const isSent = await until(async () => {
            // What waits for its next attempt: here that time passes at once.
            await look.query('update outbox set available_at = now() where sent_at is null and leased_until is null')
            return (await left()) === 0
          }, MAIL_WITHIN_MILLISECONDS)
          tries.expect(isSent, () => `${way}: mails are still waiting a minute after the mail server was well`)
        }
      }
      const copies = (id: string) => server.taken.filter(({ messageId }) => messageId === id).length
      const rows = await look.query<{ message_id: string }>(`select message_id from outbox`)
      tries.expect(rows.every(({ message_id }) => copies(message_id) === 1), () => 'a mail was not sent exactly once')
      await look.close()
      return `${orders.length} orders, ${server.refused()} refusals`
    } finally {
      server.close()
    }
  },
}

export const storageFails: Step = {
  name: 'storage',
  asks: 'the folder of pictures, or of mails, cannot be written or read: uploads say so, pages go on without the pictures, mails wait, and all is well as soon as it is back',
  async prove(stage, tries) {
    if (isForTests(stage)) return leftOut(tries)
    const shop = await stage.open({ env: { LOG_LEVEL: 'fatal' } })
    const look = lookInto(shop.dataDir)
    const [customer] = (await manyCustomers(shop, 1)) as [SignedIn]
    const [owner, visitor] = [await anAdmin(shop.url), new Visitor(shop.url)]
    const good = await aProduct(look, { name: 'Stored Pepper', stock: 1_000_000 })
    const photo = await aPhoto()
    const upload = (name: string) => {
      const form = new FormData()
      for (const [field, value] of Object.entries({ intent: 'add', name, description: 'x' })) form.set(field, value)
      form.set('image', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
      return askWithin(owner, '/admin/categories?add=category', PATIENCE_MILLISECONDS, { method: 'POST', body: form, headers: { origin: shop.url } })
    }
    for (let round = 0; round < stage.times(20); round += 1) {
      tries.expect((await upload(`Before ${round}`)).status === 302, () => 'a category could not be added before anything was broken')
      for (const folder of ['storage', 'mail']) {
        const path = join(shop.dataDir, folder)
        if (!existsSync(path)) mkdirSync(path)
        // A file where the folder was: neither root nor anybody else can read or write below it.
        renameSync(path, `${path}.away`)
        writeFileSync(path, '')
        const [row] = await look.query<{ image_url: string }>(`select image_url from categories where image_url like '/storage%' limit 1`)
        const answers = await Promise.all([
          upload(`During ${folder} ${round}`), askWithin(visitor, row!.image_url, PATIENCE_MILLISECONDS),
          ...['/', '/categories', '/products'].map((page) => askWithin(visitor, page, PATIENCE_MILLISECONDS)),
        ])
        for (const answer of answers) tries.expect(isDesigned(answer), () => `${folder}: ${told(answer)}`)
        const isRefused = answers[0]!.status === 503 || answers[0]!.status === 422
        tries.expect(folder === 'mail' || isRefused, () => `a picture that could not be kept was answered: ${told(answers[0]!)}`)
        const placed = await send(customer, aSubmit([{ product: good, quantity: 1 }])).catch(() => undefined)
        tries.expect(Boolean(placed?.placed), () => `${folder}: no order could be placed`)
        await pause(200)
        rmSync(path)
        renameSync(`${path}.away`, path)
        const isSent = await until(async () => {
          await look.query('update outbox set available_at = now() where sent_at is null and leased_until is null')
          return (await look.query('select from outbox where sent_at is null')).length === 0
        }, MAIL_WITHIN_MILLISECONDS)
        tries.expect(isSent, () => `${folder}: mails are still waiting a minute after it was back`)
        tries.expect((await upload(`After ${folder} ${round}`)).status === 302, () => `${folder}: a category could not be added afterwards`)
      }
    }
    const [half] = await look.query<{ count: number }>(`select count(*)::int as count from categories where name like 'During storage%'`)
    tries.expect(half!.count === 0, () => `${half!.count} categories were kept whose picture was not`)
    await look.close()
  },
}

const CLOCK = join(import.meta.dirname, 'shifted-clock.ts')
const HOUR = 3_600_000
const JUMPS = [40 * 24 * HOUR, -40 * 24 * HOUR, 2 * HOUR, -2 * HOUR, 60_000, -60_000]

export const clockJumps: Step = {
  name: 'clock',
  asks: 'the clock of the shop’s process jumps forward and back while somebody is signed in (the database’s own stays): they are asked in words to sign in again at most, and order as before afterwards',
  async prove(stage, tries) {
    const dataDir = stage.dataDir()
    const clock = join(dataDir, 'clock')
    writeFileSync(clock, '0')
    const { url } = await stage.open({ dataDir, env: { LOG_LEVEL: 'fatal', PROVE_CLOCK: clock, NODE_OPTIONS: `--import ${CLOCK}` } })
    const look = lookInto(dataDir)
    const good = await aProduct(look, { name: 'Timely Pepper', stock: 1_000_000 })
    let [placed, again] = [0, 0]
    const newcomer = () =>
      aCustomer(url).catch((problem: Error) => void tries.add(1, [`nobody could register and sign in: ${/Too many tries[^<"]*/.exec(problem.message)?.[0] ?? problem.message}`]))
    for (let round = 0; round < stage.times(20); round += 1) {
      for (const jump of isForTests(stage) ? JUMPS.slice(0, 1) : JUMPS) {
        writeFileSync(clock, '0')
        let customer = await newcomer()
        if (!customer) continue
        writeFileSync(clock, String(jump))
        for (const path of ['/', '/products', '/profile', '/profile/orders', '/api/session', '/checkout']) {
          const answer = await askWithin(customer, path, PATIENCE_MILLISECONDS)
          tries.expect(answer.status > 0 && answer.status < 500, () => `${jump} ms: ${told(answer)}`)
        }
        const place = async () => customer && send(customer, aSubmit([{ product: good, quantity: 1 }])).catch(() => undefined)
        if (!(await place())?.placed) {
          again += 1
          customer = await newcomer()
          tries.expect(Boolean((await place())?.placed), () => `${jump} ms: no order could be placed after signing in again`)
        }
        placed += 1
        writeFileSync(clock, '0')
        if (!(await place())?.placed) {
          customer = await newcomer()
          tries.expect(Boolean((await place())?.placed), () => `${jump} ms and back: no order could be placed after signing in again`)
        }
        placed += 1
      }
    }
    const [row] = await look.query<{ orders: number }>('select count(*)::int as orders from orders')
    tries.expect(row!.orders === placed, () => `${row!.orders} orders instead of ${placed}`)
    await look.close()
    return `${placed} orders, ${again} times a jump asked for a new sign-in`
  },
}
