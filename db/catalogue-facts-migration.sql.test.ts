import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { withDatabaseName } from '#tests/fixtures/databases/setup-databases.ts'
import { migrate } from './migrate.server.ts'

const MIGRATION = '0024-catalogue-facts.sql'
let directory: string
let client: Client
const name = `test_${randomBytes(6).toString('hex')}`

/** A database as it was before the migration, owned by a user with createrole but without superuser. */
beforeAll(async () => {
  const { administrator, template } = inject('testServer')
  await withAdministrator(`create database ${name} owner ${new URL(template).username}`)
  directory = mkdtempSync(join(tmpdir(), 'ninth-bend-catalogue-facts-'))
  for (const folder of ['migrations', 'procedures/accounts']) mkdirSync(join(directory, folder), { recursive: true })
  const copy = (path: string) => cpSync(join(import.meta.dirname, path), join(directory, path))
  for (const path of ['roles.sql', 'procedures/accounts/current_user_id.sql']) copy(path)
  writeFileSync(join(directory, 'policies.sql'), 'select 1;')
  for (const file of readdirSync(join(import.meta.dirname, 'migrations')).filter((each) => each < MIGRATION)) copy(`migrations/${file}`)
  const url = withDatabaseName(template, name)
  await migrate(url, { directory })
  client = new Client({ connectionString: withDatabaseName(administrator, name) })
  await client.connect()
  await fill()
  copy(`migrations/${MIGRATION}`)
  await migrate(url, { directory })
})
afterAll(async () => {
  await client.end()
  await withAdministrator(`drop database ${name} with (force)`)
  rmSync(directory, { recursive: true, force: true })
})

async function withAdministrator(sql: string) {
  const administrator = new Client({ connectionString: inject('testServer').administrator })
  await administrator.connect()
  await administrator.query(sql)
  await administrator.end()
}

const nutrition = (energy: number, protein: number, carbohydrates: number, fat: number, more = {}) => ({
  energy: { value: energy, unit: 'kcal', per: '100g' }, protein: { value: protein, unit: 'g', per: '100g' },
  carbohydrates: { value: carbohydrates, unit: 'g', per: '100g' }, fat: { value: fat, unit: 'g', per: '100g' }, ...more,
})
const PRODUCTS = {
  honey: nutrition(327, 0.3, 81.5, 0), oil: nutrition(900, 0, 0, 100), nothing: nutrition(0, 0, 0, 0), energyAlone: nutrition(380, 0, 0, 0),
  withoutEnergy: nutrition(0, 12, 0, 0), full: nutrition(277, 10.4, 38.7, 3.3), salted: nutrition(0, 0, 0, 0, { salt: { value: 0, unit: 'g', per: '100g' } }),
}

async function fill() {
  await client.query(`insert into categories (name, slug) values ('Jars', 'jars')`)
  for (const [slug, info] of Object.entries(PRODUCTS)) {
    await client.query(
      `insert into products (slug, name, category_id, price, stock, brand, manufacturer, nutrition_info, ingredients)
       select lower($1), 'Jar of ' || $1, id, 1, 1, 'Churam', '{"name":"","address":"","city":"Kannur","country":""}', $2, 'Tamarind' from categories`,
      [slug, JSON.stringify(info)])
  }
}

test('FOOD-3 a 0 of existing products stays if it was entered, and becomes null if it was the default', async () => {
  const { rows } = await client.query<{ slug: string; given: string }>(
    `select slug, concat_ws(' ', coalesce(nutrition_info #>> '{energy,value}', '-'), coalesce(nutrition_info #>> '{protein,value}', '-'),
       coalesce(nutrition_info #>> '{carbohydrates,value}', '-'), coalesce(nutrition_info #>> '{fat,value}', '-'), nutrition_info #>> '{salt,value}') as given from products`)
  expect(Object.fromEntries(rows.map(({ slug, given }) => [slug, given]))).toEqual({
    honey: '327 0.3 81.5 0', oil: '900 0 0 100', nothing: '- - - -', energyalone: '380 - - -', withoutenergy: '- 12 - -', full: '277 10.4 38.7 3.3', salted: '- - - - 0',
  })
})

test('every word of existing products can be found and is suggested for typing errors', async () => {
  const { rows } = await client.query(`select count(*)::int as found from product_search_vectors where search_vector @@ '''tamarind'' & ''jars'' & ''kannur'''`)
  expect(rows).toEqual([{ found: Object.keys(PRODUCTS).length }])
  expect((await client.query(`select word from search_vocabulary where word like 'tam%'`)).rows).toEqual([{ word: 'tamarind' }])
})
