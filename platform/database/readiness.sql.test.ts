import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { findDatabaseProblem } from './readiness.server.ts'
import { RELEASE } from './release.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const find = () => findDatabaseProblem(database.db.worker)

test('FLEET-2 the worker role can commit a record in a database of this release', async () => {
  expect(await find()).toBeNull()
})

test('FLEET-2 a database that accepts no writes, such as a replica, is a problem', async () => {
  await database.db.worker.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = on`.execute(connection)
    expect(await findDatabaseProblem(connection)).toBe('The database accepts no writes.')
    await sql`set default_transaction_read_only = off`.execute(connection)
    expect(await findDatabaseProblem(connection)).toBeNull()
  })
})

test.each([
  ['release = $1', RELEASE.number - 1, /^The database is of an older version/],
  ['oldest_compatible = $1', RELEASE.number + 1, /^The database was upgraded by a newer version/],
])('FLEET-2 a database whose %s is %i is a problem', async (change, number, problem) => {
  const [before] = await database.query('select release, oldest_compatible from ninth_bend.definitions')
  await database.query(`update ninth_bend.definitions set ${change}`, [number])
  expect(await find()).toMatch(problem)
  await database.query('update ninth_bend.definitions set release = $1, oldest_compatible = $2', [
    before!['release'],
    before!['oldest_compatible'],
  ])
  expect(await find()).toBeNull()
})

test('FLEET-2 a database that a newer, compatible release upgraded is no problem', async () => {
  await database.query('update ninth_bend.definitions set release = release + 1')
  expect(await find()).toBeNull()
  await database.query('update ninth_bend.definitions set release = release - 1')
})
