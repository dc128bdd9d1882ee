import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAllergens } from '#features/catalogue/labels/read-allergens.ts'
import { ODD_LABELS } from '#tests/fixtures/products/allergen-readings.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

const migration = readFileSync(join(import.meta.dirname, 'migrations/0012-allergens.sql'), 'utf8')
const partBetween = (start: string, end: string) =>
  migration.slice(migration.indexOf(start), migration.indexOf(end))
/** The functions that the migration drops at its end, with the statements between them. */
const FUNCTIONS = partBetween('create function read_allergens(', '-- Neither a version')
const READING = partBetween('alter table products disable', 'drop function read_allergens(')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('FOOD-14 the migration leaves none of its functions behind', async () => {
  const left = await database.query(`select proname from pg_proc where proname like 'read\\_allergen%'`)
  expect(left).toEqual([])
})

test('FOOD-14 the migration reads every label as the shop does', async () => {
  const { products } = JSON.parse(readFileSync('demo/catalogue.json', 'utf8')) as {
    products: { allergy_advice: string; ingredients: string }[]
  }
  const texts = [
    ...products.map(({ allergy_advice, ingredients }) => [allergy_advice, ingredients] as const),
    ...products.map(({ allergy_advice, ingredients }) => [ingredients, allergy_advice] as const),
    ...products.map(({ allergy_advice, ingredients }) => [
      allergy_advice.toLowerCase(),
      ingredients.toUpperCase(),
    ]),
    ...ODD_LABELS.map(([advice, ingredients]) => [advice, ingredients] as const),
    ...ODD_LABELS.map(([advice, ingredients]) => [ingredients, advice] as const),
    ...randomTexts(600),
  ]
  await database.query(FUNCTIONS)
  const rows = await database.query<{ read: object }>(
    `select read_allergens(t.texts ->> 0, t.texts ->> 1) as read
       from jsonb_array_elements($1::jsonb) with ordinality t (texts, place) order by place`,
    [JSON.stringify(texts)],
  )
  const different = texts.filter(
    ([advice = null, ingredients = null], index) =>
      JSON.stringify(Object.entries(rows[index]!.read).toSorted()) !==
      JSON.stringify(Object.entries(readAllergens(advice, ingredients)).toSorted()),
  )
  expect(rows).toHaveLength(texts.length)
  expect(different).toEqual([])
  await database.query('drop function read_allergens, read_allergen_words')
})

/** Random texts of the words that the rules know; the same texts in each run. */
function randomTexts(count: number): [string, string][] {
  const words =
    'Contains:|contains|May contain:|may contain traces of|none|no|free from|Free from|not known:|gluten|free|MILK|milk|nuts|NUTS|cashew nuts|soya|coconut|soya-milk|-|oyster|mushrooms|butter|beans|cream|of tartar|peanut|wheat|and|or|,|.|;|(|)|:|made in|a factory|handles|that|rice|14|ഗോതമ്പ്|é|\n'.split(
      '|',
    )
  let seed = 11
  const next = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
  const text = () => Array.from({ length: next(12) }, () => words[next(words.length)]).join(' ')
  return Array.from({ length: count }, () => [text(), text()])
}

test('FOOD-14 the migration reads existing products without a version, an event or a new time', async () => {
  const { id } = await insertProduct(database, { name: 'Old Halwa' })
  await database.query(
    `update products set allergy_advice = 'Contains: MILK. May contain: NUTS.', ingredients = 'Rice, MILK.' where id = $1`,
    [id],
  )
  const read = async () =>
    (
      await database.query<{ version: number; updated_at: string; events: number; allergens: object }>(
        `select version, updated_at::text, allergens,
                (select count(*)::integer from audit_events where subject_id = products.id) as events
           from products where id = $1`,
        [id],
      )
    )[0]!
  const before = await read()
  expect(new Set(Object.values(before.allergens))).toEqual(new Set(['not known']))
  await database.query(
    `begin; ${FUNCTIONS} ${READING} drop function read_allergens, read_allergen_words; commit`,
  )
  expect(await read()).toEqual({
    ...before,
    allergens: readAllergens('Contains: MILK. May contain: NUTS.', 'Rice, MILK.'),
  })
  const disabled = await database.query(
    `select tgname from pg_trigger where tgrelid = 'products'::regclass and not tgisinternal and tgenabled <> 'O'`,
  )
  expect(disabled).toEqual([])
})
