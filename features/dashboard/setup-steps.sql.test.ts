import { afterAll, beforeAll, expect, test } from 'vitest'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import { readSettings } from '#features/settings/settings.server.ts'
import { DEFAULT_OWNER_SWITCHES } from '#features/settings/owner-switches.ts'
import { writeFirstSettings } from '#features/settings/settings-queries.server.ts'
import type { MailRoute } from '#features/mail/transport/mail-route.ts'
import { sendTestEmail } from '#features/mail/transport/test-email.server.ts'
import {
  callProcedure,
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { setupFacts, tickFirstStep } from './setup-steps.server.ts'

let database: TestDatabase
let owner: Admin
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await insertAdmin(database)
  await writeFirstSettings(database.db.worker, {})
})
afterAll(() => database.close())

test('SETTING-16 each first step is done by what is in the shop', async () => {
  const shop = createTestShop(database)
  const nothing = {
    has_test_email: false,
    has_own_story: false,
    has_own_product: false,
    has_order: false,
    has_second_administrator: false,
  }
  expect(await setupFacts(shop, owner)).toEqual(nothing)
  const demo = await insertProduct(database)
  await database.query(`update products set image_url = '/x-1793523600000.webp' where id = $1`, [demo.id])
  expect(await setupFacts(shop, owner)).toEqual(nothing)
  const byPhone = await insertOrder(database, { lines: [{ product: demo, quantity: 1 }] })
  await database.query(
    `insert into phone_orders (order_id, placed_by, idempotency_key, request_hash) values ($1, $2, 'a call', 'x')`,
    [byPhone, owner.userId],
  )
  expect(await setupFacts(shop, owner), 'an order that staff entered').toEqual(nothing)
  await insertOrder(database, { lines: [{ product: demo, quantity: 1 }] })
  await insertProduct(database)
  expect(await setupFacts(shop, owner)).toMatchObject({ has_own_product: true, has_order: true })
  const write = (version: number, texts: object) =>
    callProcedure(database, owner, 'save_content', ['about', version, texts])
  expect(await write(0, { text: 'We are three sisters.' })).toMatchObject({ ok: true })
  expect(await setupFacts(shop, owner)).toMatchObject({ has_own_story: true })
  expect(await write(1, {})).toMatchObject({ ok: true })
  expect(await setupFacts(shop, owner)).toMatchObject({ has_own_story: false })
  await insertAdmin(database, 'packer')
  await insertAdmin(database, 'manager')
  expect(await setupFacts(shop, owner)).toMatchObject({ has_second_administrator: false })
  const second = await insertAdmin(database, 'owner')
  expect(await setupFacts(shop, owner), 'invited only').toMatchObject({ has_second_administrator: false })
  await database.query('update accounts.administrator set last_signed_in_at = now() where user_id = $1', [
    second.userId,
  ])
  expect(await setupFacts(shop, owner)).toMatchObject({ has_second_administrator: true })
  await database.query('update accounts.administrator set suspended_at = now() where user_id = $1', [
    second.userId,
  ])
  expect(await setupFacts(shop, owner)).toMatchObject({ has_second_administrator: false })
})

test('SETTING-16 a test email counts once a mail server accepts it for an address that exists', async () => {
  const anu = { ...owner, email: 'anu@kitchen.co.uk' }
  const server = { kind: 'server', server: 'mail.kitchen.co.uk:465' } as const
  const sendThrough = (route: MailRoute, admin: Admin, send = async () => {}) =>
    sendTestEmail(createTestShop(database, { mail: { route, transport: { send, close() {} } } }), admin)
  const hasTestEmail = async () => (await setupFacts(createTestShop(database), owner))!.has_test_email
  await sendThrough({ kind: 'files', folder: '/data/mail' }, anu)
  expect(await hasTestEmail(), 'written to a file').toBe(false)
  await sendThrough(server, anu, () => Promise.reject(new Error('550 No such user')))
  expect(await hasTestEmail(), 'refused').toBe(false)
  await sendThrough(server, { ...owner, email: 'owner@shop.example' })
  expect(await hasTestEmail(), 'a name that is kept for examples').toBe(false)
  await sendThrough(server, anu)
  expect(await hasTestEmail()).toBe(true)
})

test('SETTING-16 PERMISSION-14 they are for owners alone, and nothing is read once the list is hidden', async () => {
  const shop = createTestShop(database)
  const manager = await insertAdmin(database, 'manager')
  const customer = await insertCustomer(database)
  expect(await setupFacts(shop, manager)).toBe(null)
  expect(await setupFacts(shop, { ...manager, role: 'owner' })).toBe(null)
  await expect(setupFacts(shop, customer)).rejects.toThrow(PermissionDenied)
  await expect(tickFirstStep(shop, manager, 'is_hidden')).rejects.toThrow(PermissionDenied)
  const hidden = { ...DEFAULT_OWNER_SWITCHES, first_steps: { is_hidden: true, has_backup: false } }
  const neverRead = new Proxy(shop.db, {
    get: () => {
      throw new Error('read')
    },
  })
  expect(await setupFacts(createTestShop(database, { switches: hidden, db: neverRead }), owner)).toBe(null)
})

test('SETTING-16 SETTING-5 two owners who tick at once both have their tick', async () => {
  const shop = createTestShop(database)
  const second = await insertAdmin(database)
  const ticks = await Promise.all([
    tickFirstStep(shop, owner, 'has_backup'),
    tickFirstStep(shop, second, 'is_hidden'),
  ])
  expect(ticks.map(({ ok }) => ok)).toEqual([true, true])
  expect((await readSettings(shop, owner)).switches.first_steps).toEqual({
    is_hidden: true,
    has_backup: true,
  })
})
