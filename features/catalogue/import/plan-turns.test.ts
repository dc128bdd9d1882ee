import { describe, expect, test } from 'vitest'
import { startCountingTurns } from '#tests/fixtures/processes/event-loop-turns.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { guessColumns } from './import-columns.ts'
import { importMessages, MAX_VALUE_LENGTH } from './import-messages.ts'
import { planCategoryImport } from './plan-categories.server.ts'
import { planImport } from './plan-import.server.ts'

const shop = {
  db: { queryAs: () => Promise.resolve([]) },
  identity: { brand: 'Brand', defaultManufacturer: { name: '', address: '', city: '', country: '' } },
} as unknown as ShopDependencies
const admin = { id: 'admin' } as unknown as Admin

describe('IMPORT-21 Checking', () => {
  const lines = Array.from({ length: 600 }, (_, index) => ({
    line: index + 2,
    cells: [`Name ${index}`, 'x'],
  }))
  test.each([
    ['products', planImport, 2],
    ['categories', planCategoryImport, 1],
  ] as const)('of %s gives other requests their turn after each line', async (subject, plan, steps) => {
    const countTurns = startCountingTurns()
    const planned = await plan(shop, admin, lines, guessColumns(subject, ['Name', 'Description']))
    expect(planned).toHaveLength(600)
    expect(countTurns()).toBeGreaterThanOrEqual(600 * steps)
  })

  test('matches no pattern on a price, stock or rate as long as a text', async () => {
    const columns = guessColumns('products', ['Name', 'Price', 'Stock', 'VAT rate', 'Active'])
    const long = `1${' '.repeat(MAX_VALUE_LENGTH)}1`
    const [planned] = await planImport(
      shop,
      admin,
      [{ line: 2, cells: ['A', long, long, long, long] }],
      columns,
    )
    expect(planned!.problems.slice(0, 4)).toEqual(
      ['price', 'stock', 'vat_rate', 'is_active'].map((field) => ({
        field,
        text: importMessages.cellTooLong(MAX_VALUE_LENGTH),
      })),
    )
  })
})
