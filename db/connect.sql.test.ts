import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newTestDatabase, type TestDatabase } from '#tests/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await newTestDatabase()
})
afterAll(() => database.close())

const whoAmI = sql<{ role: string; user_id: string | null }>`
  select current_user as role, current_setting('app.user_id', true) as user_id`

test('§6 the visitor pool can never be anybody else', async () => {
  const { rows } = await whoAmI.execute(database.db.visitor)
  expect(rows[0]?.role).toBe('ninth_bend_visitor')
})

test('§6 a transaction is the actor, and nobody afterwards', async () => {
  const userId = crypto.randomUUID()
  const inside = await database.db.as({ kind: 'customer', userId }, async (trx) => {
    return (await whoAmI.execute(trx)).rows[0]
  })
  expect(inside).toEqual({ role: 'ninth_bend_customer', user_id: userId })
  const next = await database.db.as({ kind: 'visitor', userId: null }, async (trx) => (await whoAmI.execute(trx)).rows[0])
  expect(next).toEqual({ role: 'ninth_bend_visitor', user_id: '' })
})
