import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAuditLog } from '#features/audit/read-audit-log.server.ts'
import { PermissionDenied, visitor, type Admin, type Customer } from '#shop/permissions.ts'
import { readCurrentSettings, writeFirstSettings } from '#features/settings/settings-queries.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { createTestShop, insertAdmin, insertCustomer } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { listContent, readContent, readVersion, restoreContent, saveContent } from './content.server.ts'
import type { StoredTexts } from './content-pages.ts'

let database: TestDatabase
let shop: ShopDependencies
let owner: Admin
let manager: Admin
let customer: Customer
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database)
  owner = await insertAdmin(database)
  manager = await insertAdmin(database, 'manager')
  customer = await insertCustomer(database)
  await writeFirstSettings(database.db.worker, {})
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('alter table content_versions disable trigger user')
  await database.query('delete from content_versions')
  await database.query('alter table content_versions enable trigger user')
})

const save = async (text: string, version?: number, actor: Admin = owner) =>
  saveContent(shop, actor, 'about', {
    version: version ?? (await readContent(shop, owner, 'about')).version,
    texts: { text, keeps_standard: false },
  })
const shown = async () => (await readCurrentSettings(database.db.worker)).texts.about?.text
const CHANGED = { ok: false, refusal: { code: 'changed-meanwhile' } }
const NOT_FOUND = { ok: false, refusal: { code: 'not-found' } }

describe('CONTENT-13 Versions of a page', () => {
  test('each save is a new one with its time and author, and the newest is shown', async () => {
    expect(await shown()).toBeUndefined()
    expect(await save('First')).toMatchObject({ ok: true })
    expect(await save('Second')).toMatchObject({ ok: true })
    expect(await shown()).toBe('Second')
    const { version, versions } = await readContent(shop, owner, 'about')
    expect(version).toBe(2)
    expect(versions).toMatchObject([
      { version: 2, saved_by: owner.userId, restored_version: null },
      { version: 1, saved_by: owner.userId, restored_version: null },
    ])
    expect(await readVersion(shop, owner, 'about', 1)).toEqual({ text: 'First', keeps_standard: false })
    expect(await readVersion(shop, owner, 'faq', 1)).toBeNull()
    expect(await listContent(shop, owner)).toMatchObject([{ page: 'about', version: 2 }])
  })

  test('one that is brought back becomes the newest, and none is lost', async () => {
    await save('First')
    await save('Second')
    expect(await restoreContent(shop, owner, 'about', { version: 2, restored_version: 1 })).toMatchObject({
      ok: true,
    })
    expect(await shown()).toBe('First')
    const { versions } = await readContent(shop, owner, 'about')
    expect(versions.map(({ version, restored_version }) => [version, restored_version])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ])
    expect(await restoreContent(shop, owner, 'about', { version: 3, restored_version: 9 })).toEqual(NOT_FOUND)
  })

  test('saving the same is no version; an empty text shows the shop’s own again', async () => {
    await save('First')
    await save('First')
    expect((await readContent(shop, owner, 'about')).version).toBe(1)
    await saveContent(shop, owner, 'about', { version: 1, texts: {} })
    expect(await shown()).toBeUndefined()
  })

  test('SETTING-2 a save gets another version for open pages', async () => {
    const before = (await readCurrentSettings(database.db.worker)).version
    await save('First')
    expect((await readCurrentSettings(database.db.worker)).version).toBe(before + 1)
  })

  test('no statement changes or deletes one', async () => {
    await save('First')
    for (const statement of [
      `update content_versions set texts = '{}'`,
      'delete from content_versions',
      'truncate content_versions',
    ])
      await expect(database.query(statement)).rejects.toThrow('rows are only ever added')
  })
})

describe('CONTENT-15 Two owners', () => {
  test('the second one is refused, also one who brings a version back', async () => {
    await save('First')
    expect(await save('Second', 1)).toMatchObject({ ok: true })
    expect(await save('Mine', 1)).toEqual(CHANGED)
    expect(await restoreContent(shop, owner, 'about', { version: 1, restored_version: 1 })).toEqual(CHANGED)
    expect(await shown()).toBe('Second')
  })

  test('of ten who save one version at once, one is done', async () => {
    await save('First')
    const saving = await database.owner.transaction().execute(async (trx) => {
      // All ten have started before the first one can write.
      await sql`lock table content_versions in share mode`.execute(trx)
      const calls = Array.from({ length: 10 }, (_, index) => save(`Text ${index}`, 1))
      await expect.poll(() => database.query('select from pg_locks where not granted')).not.toHaveLength(0)
      await pause(100)
      return { calls }
    })
    const answers = await Promise.all(saving.calls)
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 9 }, () => CHANGED))
    expect((await readContent(shop, owner, 'about')).version).toBe(2)
  })
})

test('CONTENT-16 each save is on record with the fields before and after', async () => {
  await save('First')
  await saveContent(shop, owner, 'about', { version: 1, texts: { text: 'Second', keeps_standard: false } })
  const { rows } = await readAuditLog(shop, owner, { kind: 'settings' })
  expect(rows[0]).toMatchObject({
    event: 'text-changed',
    actor: { id: owner.userId },
    before: { text: 'First' },
    after: { text: 'Second', page: 'about' },
  })
})

describe('CONTENT-16 Permissions', () => {
  const call = (
    actor: Admin | Customer | typeof visitor,
    page: string,
    version: number,
    texts: StoredTexts,
  ) =>
    database.db.withActor(actor, async (trx) => {
      const { rows } = await sql<{ answer: unknown }>`
        select save_content(${page}, ${version}, ${JSON.stringify(texts)}::jsonb) as answer`.execute(trx)
      return rows[0]!.answer
    })

  test('only owners read and save, in the code and in the database', async () => {
    await save('First')
    for (const actor of [manager, customer, visitor]) {
      const form = { version: 1, texts: { text: 'Mine' } }
      await expect(saveContent(shop, actor, 'about', form)).rejects.toThrow(PermissionDenied)
      await expect(restoreContent(shop, actor, 'about', { version: 1, restored_version: 1 })).rejects.toThrow(
        PermissionDenied,
      )
      await expect(readContent(shop, actor, 'about')).rejects.toThrow(PermissionDenied)
      await expect(readVersion(shop, actor, 'about', 1)).rejects.toThrow(PermissionDenied)
      await expect(listContent(shop, actor)).rejects.toThrow(PermissionDenied)
    }
    for (const actor of [visitor, customer]) {
      await expect(call(actor, 'about', 1, { text: 'Mine' })).rejects.toThrow('permission denied')
      await expect(
        database.db.queryAs(actor, (db) => db.selectFrom('content_versions').select('texts').execute()),
      ).rejects.toThrow('permission denied')
    }
    const former: Admin = { ...owner, userId: customer.userId }
    for (const actor of [manager, former]) {
      expect(await call(actor, 'about', 1, { text: 'Mine' })).toEqual(NOT_FOUND)
      expect(
        await database.db.queryAs(actor, (db) => db.selectFrom('content_versions').select('texts').execute()),
      ).toEqual([])
    }
    await expect(
      database.db.withActor(owner, (trx) =>
        sql`insert into content_versions (page, version, texts, saved_by) values ('about', 9, '{}', ${owner.userId})`.execute(
          trx,
        ),
      ),
    ).rejects.toThrow('permission denied')
    expect(await shown()).toBe('First')
  })

  test('CONTENT-11 a link that is not possible is refused at its field', async () => {
    expect(await save('[x](javascript:alert(1))')).toEqual({
      ok: false,
      refusal: { code: 'link-not-allowed', fields: { text: expect.stringContaining('javascript:alert(1)') } },
    })
    expect(await shown()).toBeUndefined()
  })
})
