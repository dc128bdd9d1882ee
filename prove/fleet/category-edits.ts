import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { insertCategory, insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { HttpClient, signInAsAdmin } from '#tests/fixtures/http/http-client.ts'
import { ADMIN } from '#tests/fixtures/shops/running-shop.ts'

const READERS = 4
const WRITE_PAUSE_MS = 30

type Edit = (version: number) => Promise<void>

/** Renames a category at `nodeUrl`. */
export async function createEditor(db: DatabaseClient, nodeUrl: string, publicUrl = nodeUrl): Promise<Edit> {
  const id = await insertCategory(db, 'Shelf v0')
  // A category without products would not be on the page.
  await insertProduct(db, { category_id: id })
  const admin = await signInAsAdmin(nodeUrl, ADMIN, publicUrl)
  return async (number) => {
    const [row] = await db.query<{ version: number }>('select version from categories where id = $1', [id])
    const fields = {
      intent: 'edit',
      id,
      version: String(row!.version),
      name: `Shelf v${number}`,
      description: 'Kept',
    }
    const response = await admin.post('/admin/categories', fields)
    if (response.status >= 400) throw new Error(`The category was not renamed: ${response.status}`)
  }
}

let version = 0

/** A page of `pathOf` shows the name saved before the request, or a later one. */
export async function readWhileWriting(url: string, edit: Edit, reads: number, pathOf: () => string) {
  const stale: string[] = []
  let acknowledged = (version += 1)
  await edit(acknowledged)
  const first = acknowledged
  const left = { reads }
  const readers = Array.from({ length: READERS }, async () => {
    const visitor = new HttpClient(url)
    while (left.reads > 0) {
      left.reads -= 1
      const atLeast = acknowledged
      const html = await visitor.html(pathOf())
      const shown = Number(/Shelf v(\d+)/.exec(html)?.[1] ?? -1)
      if (shown < atLeast) stale.push(`version ${shown} was shown after ${atLeast} had been saved`)
    }
  })
  const writer = (async () => {
    while (left.reads > 0) {
      await edit((version += 1))
      acknowledged = version
      await pause(WRITE_PAUSE_MS)
    }
  })()
  await Promise.all([...readers, writer])
  return { stale, changes: acknowledged - first }
}
