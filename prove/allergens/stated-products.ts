import { createSeededRandom, pickRandom, SEED } from '#prove/runner/seeded-random.ts'
import type { CheckCounter } from '#prove/runner/proof.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertCategory } from '#tests/fixtures/databases/test-records.ts'

/** Written out again with their legal names, so that the proof notices if the shop's list lacks one. */
export const ALLERGENS = [
  'celery',
  'gluten',
  'crustaceans',
  'eggs',
  'fish',
  'lupin',
  'milk',
  'molluscs',
  'mustard',
  'nuts',
  'peanuts',
  'sesame',
  'soybeans',
  'sulphites',
] as const
const STATEMENTS = ['contains', 'may contain', 'free', 'not known'] as const
export const PAIRS = ALLERGENS.flatMap((one, index) =>
  ALLERGENS.slice(index + 1).map((other) => [one, other] as const),
)

type Statements = Readonly<Record<string, string>>
export type StatedProduct = { slug: string; allergens: Statements }
/** Part of the name of each product. */
export const SEARCHED_WORD = 'labelled'

/** At least `least` products: every two allergens in each combination of statements. */
function createStatements(least: number): Statements[] {
  const random = createSeededRandom(SEED)
  const missing = new Set(
    PAIRS.flatMap((pair) =>
      STATEMENTS.flatMap((one) => STATEMENTS.map((other) => combinationOf(pair, one, other))),
    ),
  )
  const created: Statements[] = []
  while (created.length < least || missing.size > 0) {
    const allergens = Object.fromEntries(ALLERGENS.map((key) => [key, pickRandom(STATEMENTS, random)]))
    for (const pair of PAIRS) missing.delete(combinationOf(pair, allergens[pair[0]]!, allergens[pair[1]]!))
    created.push(allergens)
  }
  return created
}

/** In a separate category; returned as stored. */
export async function insertStatedProducts(
  db: DatabaseClient,
  least: number,
): Promise<{ category: string; products: StatedProduct[] }> {
  const categoryId = await insertCategory(db, 'Statements')
  const statements = createStatements(least)
  // Every second product first has another one's statements.
  const statementsBefore = statements.map((allergens, index) =>
    index % 2 === 0 ? allergens : statements.at(index - 2)!,
  )
  await db.query(
    `insert into products (slug, name, category_id, price, stock, brand, manufacturer, allergens)
     select $1 || '-' || index, 'Labelled ' || index, $1::uuid, 4.5, 10, 'Ninth Bend', '{"name":"","address":"","city":"","country":""}', stated
       from jsonb_array_elements($2::jsonb) with ordinality each (stated, index)`,
    [categoryId, JSON.stringify(statementsBefore)],
  )
  await db.query(
    `update products set allergens = each.stated from jsonb_array_elements($2::jsonb) with ordinality each (stated, index)
      where slug = $1 || '-' || each.index and allergens <> each.stated`,
    [categoryId, JSON.stringify(statements)],
  )
  const [category] = await db.query<{ slug: string }>('select slug from categories where id = $1', [
    categoryId,
  ])
  const products = await db.query<StatedProduct>(
    'select slug, allergens from products where category_id = $1',
    [categoryId],
  )
  return { category: category!.slug, products }
}

const combinationOf = ([one, other]: readonly [string, string], ...statements: readonly string[]) =>
  [one, other, ...statements].join()

export function expectAllCombinations(products: readonly StatedProduct[], checks: CheckCounter): void {
  for (const [one, other] of PAIRS) {
    const found = new Set(products.map(({ allergens }) => `${allergens[one]}, ${allergens[other]}`))
    checks.expect(
      found.size === STATEMENTS.length ** 2,
      () => `${one} and ${other} are stored in ${found.size} combinations`,
    )
  }
}
