import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'

/** The last migration of 1.0.0. A node of the previous release may still use what a later migration removes. */
const FIRST_RELEASE_LAST = '0009-settings.sql'

/**
 * What release 2 removed, so no node of release 1 works with it (`oldestCompatible` in release.ts). Add a
 * line only if `oldestCompatible` becomes the release of the migration.
 */
const EXCEPTIONS: Record<string, string[]> = {
  '0011-removed-machinery.sql': [
    'public.listing_offset_index.sort is gone',
    'public.listing_offset_index.bucket is gone',
    'public.listing_offset_index.products is gone',
  ],
  '0026-owner-switches.sql': ['public.products.is_low_stock is gone'],
}

let client: Client
let name: string
beforeAll(async () => {
  const administrator = new Client({ connectionString: inject('testServer').administrator })
  await administrator.connect()
  name = `test_${randomBytes(6).toString('hex')}`
  const owner = new URL(inject('testServer').template).username
  await administrator.query(`create database ${name} owner ${owner}`)
  await administrator.end()
  client = new Client({ connectionString: withDatabaseName(inject('testServer').template, name) })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  const administrator = new Client({ connectionString: inject('testServer').administrator })
  await administrator.connect()
  await administrator.query(`drop database ${name} with (force)`)
  await administrator.end()
})

type Column = { column: string; type: string; is_required: boolean }

async function readColumns(): Promise<Map<string, Column>> {
  const { rows } = await client.query<Column>(`
    select format('%s.%s.%s', n.nspname, c.relname, a.attname) as column, format_type(a.atttypid, a.atttypmod) as type,
           a.attnotnull and not a.atthasdef and a.attidentity = '' as is_required
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm')
       and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`)
  return new Map(rows.map((row) => [row.column, row]))
}

const tableOf = (column: string) => column.slice(0, column.lastIndexOf('.'))

/** Changes that break a statement written for the previous tables. */
function findContractions(before: Map<string, Column>, after: Map<string, Column>): string[] {
  const tables = new Set([...before.keys()].map(tableOf))
  const lost = [...before.values()].flatMap(({ column, type, is_required }) => {
    const now = after.get(column)
    if (!now) return [`${column} is gone`]
    if (now.type !== type) return [`${column} is ${now.type} instead of ${type}`]
    return now.is_required && !is_required ? [`${column} became required`] : []
  })
  const required = [...after.values()]
    .filter(({ column, is_required }) => is_required && !before.has(column) && tables.has(tableOf(column)))
    .map(({ column }) => `${column} is new and required`)
  return [...lost, ...required]
}

test('FLEET-11 each migration after 1.0.0 only adds: a node of the release before goes on working', async () => {
  const folder = join(import.meta.dirname, 'migrations')
  const found: Record<string, string[]> = {}
  await client.query('set search_path = public')
  for (const file of readdirSync(folder).toSorted()) {
    const before = await readColumns()
    await client.query('begin')
    await client.query(readFileSync(join(folder, file), 'utf8'))
    await client.query('commit')
    const contractions = file > FIRST_RELEASE_LAST ? findContractions(before, await readColumns()) : []
    if (contractions.length > 0) found[file] = contractions
  }
  expect(found).toEqual(EXCEPTIONS)
})

test('FLEET-11 a column that is dropped, renamed, changed or required is noticed', () => {
  const column = (columnName: string, type = 'text', is_required = false): [string, Column] => [
    `public.orders.${columnName}`,
    { column: `public.orders.${columnName}`, type, is_required },
  ]
  const before = new Map([column('total'), column('note'), column('phone'), column('city')])
  const after = new Map([
    column('total', 'numeric'),
    column('phone', 'text', true),
    column('city'),
    column('colour', 'text', true),
    column('size'),
  ])
  expect(findContractions(before, after)).toEqual([
    'public.orders.total is numeric instead of text',
    'public.orders.note is gone',
    'public.orders.phone became required',
    'public.orders.colour is new and required',
  ])
})
