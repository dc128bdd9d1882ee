import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Admin } from '#shop/permissions.ts'
import {
  insertCategory,
  insertCustomer,
  insertAdmin,
  createTestShop,
} from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createProductEditor } from '#tests/fixtures/products/product-editor.ts'
import { createPhoto, createTestPictureStore } from '#tests/fixtures/products/picture-uploads.ts'

const bucket = createTestPictureStore()
let database: TestDatabase
let admin: Admin
let other: Admin
let added: ReturnType<typeof createProductEditor>['added']
let change: ReturnType<typeof createProductEditor>['change']
beforeAll(async () => {
  database = await createTestDatabase()
  admin = await insertAdmin(database)
  other = await insertAdmin(database)
  const shop = createTestShop(database, { pictures: bucket.store })
  ;({ added, change } = createProductEditor({
    shop,
    admin,
    photo: await createPhoto(),
    category: await insertCategory(database, 'Honey'),
  }))
})
afterAll(async () => {
  await database.close()
  bucket.remove()
})

const eventsOf = (id: string) =>
  database.query(
    'select event, actor_kind, actor_id, before, after from audit_events where subject_id = $1 order by id',
    [id],
  )

describe('CATALOGUE-22 Audit log of the catalogue', () => {
  test('adding, and changes of price, name, category and other fields: actor, before, after', async () => {
    const id = await added({ price: '4.00' })
    await change(id, { price: '4.50' }, {}, other)
    const [first, second, ...rest] = await eventsOf(id)
    expect(first).toMatchObject({
      event: 'added',
      actor_kind: 'admin',
      actor_id: admin.userId,
      before: null,
      after: { price: 4 },
    })
    expect(second).toEqual({
      event: 'changed',
      actor_kind: 'admin',
      actor_id: other.userId,
      before: { price: 4 },
      after: { price: 4.5 },
    })
    expect(rest).toEqual([])
  })

  test('refused changes and sales are not recorded', async () => {
    const id = await added()
    await change(id, { name: 'Never' }, { version: 99 })
    await database.query('update products set stock = stock - 1 where id = $1', [id])
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('nobody can alter or delete entries, the owner of the database included', async () => {
    await added()
    for (const statement of [
      `update audit_events set after = '{}'`,
      'delete from audit_events',
      'truncate audit_events',
    ]) {
      await expect(database.query(statement), statement).rejects.toThrow('rows are only ever added')
      await expect(
        database.db.withActor(admin, (trx) => trx.updateTable('audit_events').set({ event: 'x' }).execute()),
      ).rejects.toThrow('permission denied')
    }
    await expect(
      database.db.withActor(admin, (trx) =>
        trx
          .insertInto('audit_events')
          .values({
            actor_kind: 'admin',
            actor_id: admin.userId,
            subject_kind: 'product',
            subject_id: admin.userId,
            event: 'added',
          })
          .execute(),
      ),
    ).rejects.toThrow('permission denied')
  })

  test('only administrators can read it', async () => {
    const customer = await insertCustomer(database)
    const read = (actor: Parameters<typeof database.db.withActor>[0]) =>
      database.db.withActor(actor, (trx) => trx.selectFrom('audit_events').select('id').execute())
    expect((await read(admin)).length).toBeGreaterThan(0)
    await expect(read(customer)).rejects.toThrow('permission denied')
    expect(await read({ kind: 'admin', userId: customer.userId })).toEqual([])
  })
})
