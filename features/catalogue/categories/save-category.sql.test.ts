import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pictureKeyFromUrl } from '#shop/picture-key.ts'
import { messages } from '#shop/messages/messages.ts'
import { visitor, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { insertCustomer, insertAdmin, createTestShop } from '#tests/fixtures/databases/test-records.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { createPhoto, createTestPictureStore } from '#tests/fixtures/products/picture-uploads.ts'
import { listAllCategories } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { addCategoryWithPicture, changeCategory } from './save-category.server.ts'

const bucket = createTestPictureStore()
let database: TestDatabase
let shop: ShopDependencies
let admin: Admin
let photo: Buffer
beforeAll(async () => {
  database = await createTestDatabase()
  shop = createTestShop(database, { pictures: bucket.store })
  admin = await insertAdmin(database)
  photo = await createPhoto()
})
afterAll(async () => {
  await database.close()
  bucket.remove()
})

async function added(name: string): Promise<string> {
  const answer = await addCategoryWithPicture(shop, admin, {
    category: { name, description: null },
    upload: photo,
  })
  if (!answer.ok) throw new Error(`The category of this test was refused: ${answer.refusal.code}`)
  return answer.value.id
}
const readCategory = async (id: string) =>
  (await listAllCategories(shop, admin)).find((category) => category.id === id)!
const isStored = (image_url: string) => existsSync(join(bucket.folder, pictureKeyFromUrl(image_url)!))

describe('Categories with their pictures', () => {
  test('CATALOGUE-15 PICTURE-1 adding requires an image, stored at categories/{slug}-{timestamp}', async () => {
    const category = { name: 'Tea & Coffee', description: null }
    expect(await addCategoryWithPicture(shop, admin, { category, upload: null })).toMatchObject({
      refusal: { fields: { image: 'Choose an image' } },
    })
    const { slug, image_url } = await readCategory(await added(category.name))
    expect([slug, pictureKeyFromUrl(image_url!)]).toEqual([
      'tea-coffee',
      expect.stringMatching(/^categories\/tea-coffee-\d{13}\.webp$/),
    ])
  })

  test('CATALOGUE-7 a name with a taken slug is refused at its field', async () => {
    await added('Palm Sugar')
    const answer = await addCategoryWithPicture(shop, admin, {
      category: { name: 'PALM sugar', description: null },
      upload: photo,
    })
    expect(answer).toEqual({
      ok: false,
      refusal: { code: 'name-taken', fields: { name: messages.categoryNameTaken } },
    })
  })

  test('CATALOGUE-19 changes name, description and picture, keeps the slug and deletes the old picture', async () => {
    const id = await added('Pickles')
    const before = await readCategory(id)
    expect(
      await changeCategory(shop, admin, {
        id,
        version: before.version,
        category: { name: 'Pickles & Jams', description: 'Sour' },
        upload: await createPhoto('#a33'),
      }),
    ).toMatchObject({ ok: true })
    const after = await readCategory(id)
    expect(after).toMatchObject({
      name: 'Pickles & Jams',
      description: 'Sour',
      slug: 'pickles',
      version: before.version + 1,
    })
    expect([isStored(before.image_url!), isStored(after.image_url!)]).toEqual([false, true])
    await changeCategory(shop, admin, {
      id,
      version: after.version,
      category: { name: 'Pickles', description: null },
      upload: null,
    })
    expect(await readCategory(id)).toMatchObject({
      name: 'Pickles',
      description: null,
      image_url: after.image_url,
    })
  })

  test('CATALOGUE-21 two editors: the second sees the changes, and nothing is overwritten', async () => {
    const id = await added('Rice')
    const { version } = await readCategory(id)
    const save = (name: string) =>
      changeCategory(shop, admin, { id, version, category: { name, description: null }, upload: null })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => save(`Rice ${turn}`)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const { name } = await readCategory(id)
    for (const answer of answers) {
      if (!answer.ok)
        expect(answer.refusal).toMatchObject({
          code: 'changed-meanwhile',
          current: { name },
          changes: [{ field: 'name', was: 'Rice', is: name }],
        })
    }
    const events = await database.query(
      'select event, actor_id, before, after from audit_events where subject_id = $1 order by id',
      [id],
    )
    expect(events.slice(1)).toEqual([
      { event: 'changed', actor_id: admin.userId, before: { name: 'Rice' }, after: { name } },
    ])
  })

  test('CATALOGUE-13 lists all categories, by name without positions', async () => {
    const names = (await listAllCategories(shop, admin)).map(({ name }) => name)
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    for (const id of ['x', crypto.randomUUID()]) {
      expect(
        await changeCategory(shop, admin, {
          id,
          version: 1,
          category: { name: 'X', description: null },
          upload: null,
        }),
      ).toEqual({ ok: false, refusal: { code: 'not-found' } })
    }
  })

  describe('positions', () => {
    const order = async () => (await listAllCategories(shop, admin)).map(({ name }) => name)
    const put = async (id: string, place: number, name: string) =>
      changeCategory(shop, admin, {
        id,
        version: (await readCategory(id)).version,
        category: { name, description: null },
        upload: null,
        position: place,
      })

    test('a category moves first or after another, the others keep their order, new ones come last', async () => {
      const [oils, teas] = [await added('Oils'), await added('Teas')]
      const before = await order()
      await put(teas, 1, 'Teas')
      expect(await order()).toEqual(['Teas', ...before.filter((name) => name !== 'Teas')])
      await put(oils, 2, 'Oils')
      expect((await order()).slice(0, 2)).toEqual(['Teas', 'Oils'])
      await put(teas, 10_000, 'Teas')
      expect((await order()).at(-1)).toBe('Teas')
      await added('Aubergines')
      expect((await order()).at(-1)).toBe('Aubergines')
    })

    test('only the moved category gets a version and an audit entry', async () => {
      const id = await added('Vinegars')
      const others = (await listAllCategories(shop, admin)).filter((category) => category.id !== id)
      const [{ events: before }] = (await database.query<{ events: number }>(
        'select count(*) as events from audit_events',
      )) as [{ events: number }]
      await put(id, 1, 'Vinegars')
      expect((await listAllCategories(shop, admin)).filter((category) => category.id !== id)).toEqual(others)
      expect(
        await database.query(
          'select subject_id, actor_id, before, after from audit_events order by id offset $1',
          [before],
        ),
      ).toEqual([
        {
          subject_id: id,
          actor_id: admin.userId,
          before: { position: others.length + 1 },
          after: { position: 1 },
        },
      ])
    })

    test('concurrent moves both succeed, and positions stay unique', async () => {
      const ids = [await added('Salts'), await added('Sugars'), await added('Syrups')]
      await Promise.all(
        ids.flatMap((id, index) => [put(id, 1, `Moved ${index}`), put(id, 4, `Moved ${index}`)]),
      )
      const places = (
        await database.query<{ position: number }>('select position from categories order by position')
      ).map(({ position }) => position)
      expect(places).toEqual(places.map((_, index) => index + 1))
    })

    test('PERMISSION-7 other roles cannot move them', async () => {
      const id = await added('Fixed')
      const before = await order()
      const forgedAdmin = { ...(await insertCustomer(database)), kind: 'admin' } as const
      const answer = await database.db.withActor(forgedAdmin, (trx) =>
        trx
          .selectNoFrom((eb) =>
            eb.fn<{ ok: boolean }>('set_category_position', [eb.val(id), eb.val(1)]).as('answer'),
          )
          .executeTakeFirstOrThrow(),
      )
      expect(answer).toMatchObject({ answer: { ok: false } })
      expect(await order()).toEqual(before)
    })
  })

  test('PERMISSION-7 other roles cannot add, change or list them', async () => {
    const id = await added('Guarded')
    for (const actor of [visitor, await insertCustomer(database)]) {
      const category = { name: 'Stolen', description: null }
      await expect(addCategoryWithPicture(shop, actor, { category, upload: photo })).rejects.toThrow(
        'may not',
      )
      await expect(changeCategory(shop, actor, { id, version: 1, category, upload: null })).rejects.toThrow(
        'may not',
      )
      await expect(listAllCategories(shop, actor)).rejects.toThrow('may not')
    }
  })
})
