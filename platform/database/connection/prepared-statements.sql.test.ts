import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { connect, type ShopDatabase } from './connect.server.ts'
import { createPreparedStatements } from './prepared-statements.server.ts'

let database: TestDatabase
const opened: ShopDatabase[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.query(`
    create table public.stored_product (place integer, product text);
    insert into public.stored_product values (1, 'pepper');
    grant all on public.stored_product to ninth_bend_visitor, ninth_bend_customer`)
})
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()))
  await database.close()
})

async function newShop(): Promise<ShopDatabase> {
  const db = await connect({ connectionString: database.connectionString })
  opened.push(db)
  return db
}
const REPETITIONS = 10
/** Sequential, so that all statements use the same connection. */
async function repeat<Answer>(runPrepared: () => Promise<Answer>, times = REPETITIONS): Promise<Answer[]> {
  const results: Answer[] = []
  for (let time = 0; time < times; time += 1) results.push(await runPrepared())
  return results
}
const selectTestRows = (db: ShopDatabase, place = 1) =>
  sql<{ product: unknown }>`select * from stored_product where place = ${place}`
    .execute(db.visitor)
    .then(({ rows }) => rows)
/** The random comment makes each statement unique, so that it is never prepared itself. */
const readPreparedStatements = async (db: ShopDatabase) =>
  (
    await sql<{
      statement: string
    }>`select statement from pg_prepared_statements -- ${sql.raw(String(Math.random()))}`.execute(db.visitor)
  ).rows

test('a repeated statement is planned once', async () => {
  const db = await newShop()
  await selectTestRows(db)
  expect(await readPreparedStatements(db)).toEqual([])
  expect(new Set((await repeat(() => selectTestRows(db))).map((rows) => JSON.stringify(rows)))).toEqual(
    new Set(['[{"place":1,"product":"pepper"}]']),
  )
  expect(await readPreparedStatements(db)).toEqual([
    { statement: 'select * from stored_product where place = $1' },
  ])
  expect(await selectTestRows(db, 2)).toEqual([])
})

test('a statement whose text varies is not prepared', async () => {
  const db = await newShop()
  let count = 0
  await repeat(() => sql`select ${sql.raw(String((count += 1)))}`.execute(db.visitor), 120)
  expect(await readPreparedStatements(db)).toEqual([])
})

test('no connection holds more than 100 prepared statements', async () => {
  const runPrepared = createPreparedStatements()
  const names = new Set<string>()
  for (let statement = 0; statement < 150; statement += 1) {
    for (let time = 0; time < REPETITIONS; time += 1)
      await runPrepared(`select ${statement}`, async (name) => name && names.add(name))
  }
  expect(names.size).toBe(100)
})

test('a statement is replanned after its table has changed', async () => {
  const db = await newShop()
  await repeat(() => selectTestRows(db))
  await database.query('alter table stored_product add column price numeric default 4.5')
  expect(await repeat(() => selectTestRows(db), 2)).toEqual([
    [{ place: 1, product: 'pepper', price: 4.5 }],
    [{ place: 1, product: 'pepper', price: 4.5 }],
  ])
  await repeat(() => selectTestRows(db))
  await database.query('alter table stored_product drop column price')
  expect(await selectTestRows(db)).toEqual([{ place: 1, product: 'pepper' }])
})

test('a single statement as an actor runs once when it is replanned', async () => {
  const db = await newShop()
  const put = (what: string) =>
    db
      .queryAs({ kind: 'customer', userId: null }, (one) =>
        sql`insert into stored_product (place, product) values (7, ${what}) returning *`.execute(one),
      )
      .then(({ rows }) => rows)
  await repeat(() => put('tea'))
  await database.query('alter table stored_product add column seen boolean default true')
  expect(await put('tea')).toEqual([{ place: 7, product: 'tea', seen: true }])
  expect(await database.query('select from stored_product where place = 7')).toHaveLength(REPETITIONS + 1)
  await database.query('alter table stored_product drop column seen')
})

test('PERMISSION-12 a plan prepared for one user shows another user only their own rows', async () => {
  await database.query(`
    create table public.diary (user_id uuid, word text);
    alter table public.diary enable row level security;
    create policy own on public.diary to ninth_bend_customer using (user_id = current_user_id());
    create policy all_of_them on public.diary to ninth_bend_admin using (true);
    grant select on public.diary to ninth_bend_visitor, ninth_bend_customer, ninth_bend_admin`)
  const [anu, priya, owner] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await database.query(`insert into diary values ($1, 'of Anu'), ($2, 'of Priya')`, [anu, priya])
  const db = await newShop()
  const read = (kind: 'visitor' | 'customer' | 'admin', userId: string | null) =>
    db
      .queryAs({ kind, userId }, (one) =>
        sql<{ word: string }>`select word from diary order by word`.execute(one),
      )
      .then(({ rows }) => rows.map(({ word }) => word))
  for (let time = 0; time < REPETITIONS; time += 1) {
    expect(await read('customer', anu)).toEqual(['of Anu'])
    expect(await read('customer', priya)).toEqual(['of Priya'])
    expect(await read('admin', owner)).toEqual(['of Anu', 'of Priya'])
    expect(await read('visitor', null)).toEqual([])
  }
})

test('behind a transaction pooler, statements run without prepared plans', async () => {
  const db = await newShop()
  await repeat(() => selectTestRows(db))
  await sql`deallocate all`.execute(db.visitor)
  expect(await selectTestRows(db)).toEqual([{ place: 1, product: 'pepper' }])
  await repeat(() => selectTestRows(db))
  expect(await readPreparedStatements(db)).toEqual([])
})

test('a name always means the same statement, in every process', async () => {
  const preparedName = async (runPrepared: ReturnType<typeof createPreparedStatements>, statement: string) =>
    (await repeat(() => runPrepared(statement, async (name) => name))).at(-1)
  const [one, another] = [createPreparedStatements(), createPreparedStatements()]
  const first = await preparedName(one, 'select 1')
  const second = await preparedName(one, 'select 2')
  expect(await preparedName(another, 'select 2')).toBe(second)
  expect(await preparedName(another, 'select 1')).toBe(first)
  expect(first).not.toBe(second)
})

test('on a connection of another process, no foreign prepared statement is run', async () => {
  const [db, other] = [await newShop(), await newShop()]
  await repeat(() => selectTestRows(db))
  await repeat(() => sql`select 'not asked for' as product where 1 = ${1}::integer`.execute(other.visitor))
  const plans = await sql<{
    name: string
    statement: string
  }>`select name, statement from pg_prepared_statements`.execute(other.visitor)
  await sql`deallocate all`.execute(db.visitor)
  for (const { name, statement } of plans.rows)
    await sql.raw(`prepare "${name}" as ${statement}`).execute(db.visitor)
  expect(await selectTestRows(db)).toEqual([{ place: 1, product: 'pepper' }])
})

test('any other error is thrown unchanged', async () => {
  const db = await newShop()
  await repeat(() => sql`select 1 / ${1}::integer`.execute(db.visitor))
  await expect(sql`select 1 / ${0}::integer`.execute(db.visitor)).rejects.toThrow('division by zero')
})
