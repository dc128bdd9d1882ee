import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { NO_IDENTITY_SETTINGS } from '#shop/identity/identity-settings.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestShop, insertAdmin, insertCustomer } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { DEFAULT_ORDER_LIMITS, ORDER_LIMITS, type OrderLimit, type OrderLimits } from '#shop/order-limits.ts'
import type { IdentityForm } from './setting-forms.ts'
import { readSettings, saveIdentity, saveOrderLimits, saveOwnersNeedSecondFactor } from './settings.server.ts'
import { createSettingsReader, readCurrentSettings, writeFirstSettings } from './settings-queries.server.ts'

let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  admin = await insertAdmin(database)
  customer = await insertCustomer(database)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('delete from settings')
  await writeFirstSettings(database.db.worker, {})
})

const IDENTITY: Omit<IdentityForm, 'version'> = {
  ...NO_IDENTITY_SETTINGS,
  name: 'Saffron Lane',
  company: 'Saffron Lane Trading Ltd',
  address: '4 Mill Street\nLeeds\nUnited Kingdom',
  phone: '0113 496 0700',
  email: 'hello@saffronlane.example',
}
const version = async (name = 'identity') => (await readSettings(shop, admin)).versions[name]!
const saveName = async (name: string, ofVersion?: number) =>
  saveIdentity(shop, admin, { ...IDENTITY, name, version: ofVersion ?? (await version()) })
const saveLimits = async (changes: Partial<OrderLimits>) =>
  saveOrderLimits(shop, admin, {
    limits: { ...DEFAULT_ORDER_LIMITS, ...changes },
    versions: (await readSettings(shop, admin)).versions,
  })
const shownName = async () => (await readCurrentSettings(database.db.worker)).identity.name

describe('SETTING-1 Settings of the owner', () => {
  test('replace those of the environment, also at the next start', async () => {
    await writeFirstSettings(database.db.worker, { identity: { name: 'First Name' } })
    expect(await shownName()).toBe('First Name')
    expect(await saveName('Saffron Lane')).toMatchObject({ ok: true })
    await writeFirstSettings(database.db.worker, { identity: { name: 'Second Name' } })
    expect(await shownName()).toBe('Saffron Lane')
  })

  test('SETTING-2 a change gets another version for open pages', async () => {
    const before = (await readCurrentSettings(database.db.worker)).version
    await saveName('Saffron Lane')
    const after = (await readCurrentSettings(database.db.worker)).version
    expect(after).not.toBe(before)
    await saveName('Saffron Lane')
    expect((await readCurrentSettings(database.db.worker)).version).toBe(after)
  })

  test('SETTING-2 are read again after any change, also one by hand, and only then', async () => {
    const read = createSettingsReader(database.db.worker)
    const first = await read()
    expect(await read()).toBe(first)
    await saveName('Saffron Lane')
    const second = await read()
    expect(second.identity.name).toBe('Saffron Lane')
    await database.query(
      `update settings set value = jsonb_set(value, '{name}', '"By Hand"') where name = 'identity'`,
    )
    expect((await read()).identity.name).toBe('By Hand')
    await database.query(
      `update settings set value = jsonb_set(value, '{name}', '"Saffron Lane"') where name = 'identity'`,
    )
    const back = await read()
    expect(back.identity.name).toBe('Saffron Lane')
    await database.query(`
      insert into content_versions (page, version, texts, saved_by)
      values ('about', 1, '{"text": "Ours", "keeps_standard": false}', '${admin.userId}')`)
    expect((await read()).texts.about?.text).toBe('Ours')
  })

  test('SETTING-3 all limits are saved, or none', async () => {
    expect(await saveLimits({ max_quantity_per_product: 7, max_open_total_verified: 12.5 })).toMatchObject({
      ok: true,
    })
    const { limits } = await readCurrentSettings(database.db.worker)
    expect(limits).toEqual({
      ...DEFAULT_ORDER_LIMITS,
      max_quantity_per_product: 7,
      max_open_total_verified: 12.5,
    })
    const { versions } = await readSettings(shop, admin)
    const stale = { ...versions, max_products_per_order: 99 } as Record<OrderLimit, number>
    expect(
      await saveOrderLimits(shop, admin, {
        limits: { ...limits, max_quantity_per_product: 8 },
        versions: stale,
      }),
    ).toEqual({ ok: false, refusal: { code: 'changed-meanwhile' } })
    expect((await readCurrentSettings(database.db.worker)).limits).toEqual(limits)
  })
})

describe('SETTING-5 Two administrators', () => {
  test('of ten who save one version at once, one is done', async () => {
    const opened = await version()
    // All ten have started before the first one can write.
    const saving = await database.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('settings').select('name').where('name', '=', 'identity').forUpdate().execute()
      const calls = Array.from({ length: 10 }, (_, index) => saveName(`Shop ${index}`, opened))
      await expect.poll(() => database.query(`select from pg_locks where not granted`)).not.toHaveLength(0)
      await pause(100)
      return { calls }
    })
    const answers = await Promise.all(saving.calls)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 9 }, () => ({ ok: false, refusal: { code: 'changed-meanwhile' } })),
    )
  })

  test('limits saved in any order never wait for each other in a circle', async () => {
    const { versions } = await readSettings(shop, admin)
    const send = (names: readonly OrderLimit[]) =>
      database.db.withActor(admin, (trx) =>
        sql`select save_settings(${JSON.stringify(
          names.map((name) => ({ name, version: versions[name], value: DEFAULT_ORDER_LIMITS[name] + 1 })),
        )}::jsonb)`.execute(trx),
      )
    const sent = Array.from({ length: 12 }, (_, index) =>
      send(index % 2 ? ORDER_LIMITS : ORDER_LIMITS.toReversed()),
    )
    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual(sent.map(() => 'fulfilled'))
  })
})

test('SETTING-6 a change is on record with what changed alone, and saving the same is not', async () => {
  const recorded = async () => (await readAuditLog(shop, admin, { kind: 'settings' })).rows
  const count = async () =>
    (await database.query<{ n: number }>(`select count(*)::integer as n from audit_events`))[0]!.n
  const before = await count()
  await saveName('Saffron Lane')
  await saveLimits({ max_quantity_per_product: 9 })
  await saveLimits({ max_quantity_per_product: 9 })
  await saveName('Saffron Lane & Daughters')
  const rows = await recorded()
  expect(rows.map((row) => [row.actor.id, row.before, row.after]).slice(0, 2)).toEqual([
    [admin.userId, { name: 'Saffron Lane' }, { name: 'Saffron Lane & Daughters' }],
    [admin.userId, { max_quantity_per_product: 999 }, { max_quantity_per_product: 9 }],
  ])
  expect(await count()).toBe(before + 3)
})

test('PEOPLE-13 the demand for a second factor of owners is off at first, and saved and recorded as other settings', async () => {
  const needed = async () => (await readCurrentSettings(database.db.worker)).ownersNeedSecondFactor
  const save = async (actor: Admin, ofVersion?: number) =>
    saveOwnersNeedSecondFactor(shop, actor, {
      version: ofVersion ?? (await version('owners_need_second_factor')),
      owners_need_second_factor: true,
    })
  expect(await needed()).toBe(false)
  const manager = await insertAdmin(database, 'manager')
  await expect(save(manager)).rejects.toThrow(PermissionDenied)
  expect(await save({ ...manager, role: 'owner' })).toEqual({ ok: false, refusal: { code: 'not-found' } })
  expect(await needed()).toBe(false)
  expect(await save(admin, 7)).toEqual({ ok: false, refusal: { code: 'changed-meanwhile' } })
  expect(await save(admin)).toMatchObject({ ok: true })
  expect(await needed()).toBe(true)
  const { rows } = await readAuditLog(shop, admin, { kind: 'settings' })
  expect(rows[0]!.after).toEqual({ owners_need_second_factor: true })
})

describe('SETTING-7 Permissions', () => {
  const call = (actor: Admin | Customer | typeof visitor, settings: object[]) =>
    database.db.withActor(actor, async (trx) => {
      const { rows } = await sql<{ answer: unknown }>`
        select save_settings(${JSON.stringify(settings)}::jsonb) as answer`.execute(trx)
      return rows[0]!.answer
    })
  const rename = { name: 'identity', version: 1, value: { name: 'Mine' } }

  test('nobody but an administrator saves or reads', async () => {
    await expect(saveIdentity(shop, customer, { ...IDENTITY, version: 1 })).rejects.toThrow(PermissionDenied)
    await expect(readSettings(shop, customer)).rejects.toThrow(PermissionDenied)
    for (const actor of [visitor, customer])
      await expect(call(actor, [rename])).rejects.toThrow('permission denied')
    const former: Admin = { ...admin, userId: customer.userId }
    expect(await call(former, [rename])).toEqual({ ok: false, refusal: { code: 'not-found' } })
    await expect(
      database.db.withActor(admin, (trx) => sql`update settings set value = '1'`.execute(trx)),
    ).rejects.toThrow('permission denied')
    expect(await shownName()).not.toBe('Mine')
  })

  test('a setting that does not exist or of another type is not saved', async () => {
    for (const wrong of [
      { ...rename, value: 'Mine' },
      { ...rename, value: null },
      { name: 'max_quantity_per_product', version: 1, value: 'many' },
      { name: 'no_such_setting', version: 1, value: 1 },
    ])
      expect(await call(admin, [wrong])).toEqual({ ok: false, refusal: { code: 'not-found' } })
  })
})
