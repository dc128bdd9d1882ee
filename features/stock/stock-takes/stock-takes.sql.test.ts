import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createTestShop, insertAdmin, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { countField } from './stock-take.ts'
import { readStockTake, saveStockTake, startStockTake } from './stock-takes.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('STOCK-32 a product that is added leaves no count that cannot be saved unmentioned', async () => {
  const shop = createTestShop(database)
  const admin = await insertAdmin(database, 'manager')
  const [first, second] = [await insertProduct(database), await insertProduct(database)]
  const id = randomUUID()
  await startStockTake(shop, admin, { id, scope: 'products' })
  const save = async (typed: Record<string, string>, productId: string) => {
    const { version } = (await readStockTake(shop, admin, id))!
    return saveStockTake(shop, admin, { id, version, reason: '', typed }, { kind: 'add', productId })
  }
  expect(await save({}, first.id)).toMatchObject({ ok: true })
  const [line] = (await readStockTake(shop, admin, id))!.lines
  const field = countField(line!.id)
  const added = await save({ [field]: '5012345678900' }, second.id)
  expect(added).toMatchObject({
    ok: false,
    refusal: { code: 'fields-invalid', fields: { [field]: expect.any(String) } },
  })
  const take = (await readStockTake(shop, admin, id))!
  expect(take.lines.map(({ product_id }) => product_id)).toContain(second.id)
  expect(added.version).toBe(take.version)
})
