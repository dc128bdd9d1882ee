import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAllAdministrators } from '#tests/fixtures/databases/administrators.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { insertAdmin, insertCustomer } from '#tests/fixtures/databases/test-records.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => deleteAllAdministrators(database))

const LAST_OWNER = 'the last owner stays'
const LOWER = `update accounts.administrator set role = 'manager'`
const SUSPEND = 'update accounts.administrator set suspended_at = now()'
const activeOwners = async () =>
  (await database.query(`select from accounts.administrator where role = 'owner' and suspended_at is null`))
    .length

describe('PEOPLE-15 The last owner', () => {
  test.each([
    ['lowered', `${LOWER} where user_id = $1`],
    ['suspended', `${SUSPEND} where user_id = $1`],
    ['removed', 'delete from accounts.administrator where user_id = $1'],
  ])('is not %s by any statement, not even one of the database’s owner', async (_what, statement) => {
    const [owner, manager, suspended] = [
      await insertAdmin(database),
      await insertAdmin(database, 'manager'),
      await insertAdmin(database),
    ]
    await database.query(`${SUSPEND} where user_id = $1`, [suspended.userId])
    await expect(database.query(statement, [owner.userId])).rejects.toThrow(LAST_OWNER)
    for (const { userId } of [manager, suspended]) await database.query(statement, [userId])
    const second = await insertAdmin(database)
    await database.query(statement, [owner.userId])
    await expect(database.query(statement, [second.userId])).rejects.toThrow(LAST_OWNER)
    expect(await activeOwners()).toBe(1)
  })

  test.each([LOWER, SUSPEND, 'delete from accounts.administrator', 'truncate accounts.administrator'])(
    'a statement for all of them is refused: %s',
    async (statement) => {
      await insertAdmin(database)
      await insertAdmin(database)
      await expect(database.query(statement)).rejects.toThrow(LAST_OWNER)
      expect(await activeOwners()).toBe(2)
    },
  )

  test('PEOPLE-10 a statement that lowers the one waits for one that lowers the other, and is refused', async () => {
    const [one, other] = [await insertAdmin(database), await insertAdmin(database)]
    const { lowering } = await database.owner.transaction().execute(async (trx) => {
      await sql`update accounts.administrator set role = 'packer' where user_id = ${one.userId}`.execute(trx)
      const begun = database.query(`${LOWER} where user_id = $1`, [other.userId])
      begun.catch(() => undefined)
      await expect.poll(() => database.query('select from pg_locks where not granted')).not.toEqual([])
      return { lowering: begun }
    })
    await expect(lowering).rejects.toThrow(LAST_OWNER)
    expect(await activeOwners()).toBe(1)
  })

  test('the account of an administrator stays until the role is taken away', async () => {
    await insertAdmin(database)
    const { userId } = await insertCustomer(database)
    const deleteAccount = () => database.query('delete from accounts."user" where id = $1', [userId])
    await database.query('insert into accounts.administrator (user_id) values ($1)', [userId])
    await expect(deleteAccount()).rejects.toThrow('an administrator keeps the account')
    await database.query('delete from accounts.administrator where user_id = $1', [userId])
    await deleteAccount()
  })
})
