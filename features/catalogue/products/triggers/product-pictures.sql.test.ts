import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { MAX_PRODUCT_PICTURES } from '#shop/constants.ts'
import { visitor } from '#shop/permissions.ts'
import type { DatabaseActor } from '#platform/database/connection/connect.server.ts'
import { insertAdmin, insertCustomer, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'

let database: TestDatabase
let id: string
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  id = (await insertProduct(database)).id
})

const address = (owner: string, time: number) => `/storage/products/honey/product-${owner}-${time}.webp`
const upload = (owner: string, time: number) =>
  database.query(
    `insert into pictures (image_url, key, width, height, widths) values ($1, $2, 160, 160, '{160}')`,
    [address(owner, time), `products/honey/product-${owner}-${time}.webp`],
  )
const value = (addresses: readonly string[], alt: string | null = null) =>
  JSON.stringify(addresses.map((image_url) => ({ image_url, alt })))
const save = (morePictures: string, actor?: DatabaseActor) =>
  actor
    ? database.db.withActor(actor, async (trx) =>
        Number(
          (await sql`update products set more_pictures = ${morePictures} where id = ${id}`.execute(trx))
            .numAffectedRows,
        ),
      )
    : database.query('update products set more_pictures = $1 where id = $2', [morePictures, id])

describe('PICTURE-13 Further pictures of a product', () => {
  test('are those that were uploaded for it', async () => {
    await upload(id, 1)
    await upload(id, 2)
    await save(value([address(id, 2), address(id, 1)]))
    const [row] = await database.query<{ more_pictures: { image_url: string }[] }>(
      'select more_pictures from products where id = $1',
      [id],
    )
    expect(row!.more_pictures.map(({ image_url }) => image_url)).toEqual([address(id, 2), address(id, 1)])
  })

  test('are not an address of elsewhere, nor the picture of another product', async () => {
    const { id: otherId } = await insertProduct(database)
    await upload(otherId, 1)
    for (const foreign of ['https://elsewhere.example/a.webp', address(id, 9), address(otherId, 1)])
      await expect(save(value([foreign]))).rejects.toThrow('was not uploaded for it')
  })

  test('are each there once, and not the main one too', async () => {
    await upload(id, 1)
    await expect(save(value([address(id, 1), address(id, 1)]))).rejects.toThrow('stands twice')
    await database.query('update products set image_url = $1 where id = $2', [address(id, 1), id])
    await expect(save(value([address(id, 1)]))).rejects.toThrow('stands twice')
    await upload(id, 2)
    await save(value([address(id, 2)]))
    await expect(
      database.query('update products set image_url = $1 where id = $2', [address(id, 2), id]),
    ).rejects.toThrow('stands twice')
  })

  test('PICTURE-12 are at most seven beside the main one, which they need', async () => {
    const times = Array.from({ length: MAX_PRODUCT_PICTURES }, (_, time) => time + 1)
    for (const time of times) await upload(id, time)
    const addresses = times.map((time) => address(id, time))
    await expect(save(value(addresses))).rejects.toThrow('further_pictures')
    await save(value(addresses.slice(1)))
    await expect(database.query('update products set image_url = null where id = $1', [id])).rejects.toThrow(
      'more_pictures_after_first',
    )
  })

  test.each([
    ['no list', '{}'],
    ['a picture that is no object', '["/a.webp"]'],
    ['a picture without an address', '[{"alt": null}]'],
    ['an address with white space', '[{"image_url": "/a b.webp", "alt": null}]'],
    ['a picture without a text or null', '[{"image_url": "/a.webp"}]'],
    ['an empty text', '[{"image_url": "/a.webp", "alt": " "}]'],
  ])('are not %s', async (_what, stored) => {
    await expect(save(stored)).rejects.toThrow('further_pictures')
  })

  test('PERMISSION-7 are written by owners and managers alone', async () => {
    await upload(id, 1)
    const pictures = value([address(id, 1)])
    for (const actor of [visitor, await insertCustomer(database), await insertAdmin(database, 'packer')])
      await expect(save(pictures, actor)).rejects.toThrow('permission denied')
    const suspended = await insertAdmin(database, 'manager')
    await database.query('update accounts.administrator set suspended_at = now() where user_id = $1', [
      suspended.userId,
    ])
    expect(await save(pictures, suspended)).toBe(0)
    expect(await save(pictures, await insertAdmin(database, 'manager'))).toBe(1)
  })
})
