import { Hono } from 'hono'
import { categoriesCsv, productsCsv } from '#shop/catalogue/import/catalogue-csv.server.ts'
import {
  CATEGORIES_CSV_PATH,
  IMPORT_PROGRESS_PATH,
  PRODUCTS_CSV_PATH,
} from '#shop/catalogue/import/import-paths.ts'
import { readImportProgress } from '#shop/catalogue/import/product-imports.server.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { CSV_TYPE, fileResponse, readFileActor, streamText, type FileAccess } from './file-access.ts'

type Dependencies = { shop: ShopDependencies } & FileAccess

/** Products and categories as files, and how far the running import is. */
export function catalogueExportRoute({ shop, ...access }: Dependencies): Hono {
  const routes = new Hono()
  const exports = [
    { path: PRODUCTS_CSV_PATH, name: 'products.csv', lines: productsCsv },
    { path: CATEGORIES_CSV_PATH, name: 'categories.csv', lines: categoriesCsv },
  ] as const
  for (const { path, name, lines } of exports)
    routes.get(path, async ({ req }) => {
      const asker = await readFileActor(access, req.raw, 'admin', 'catalogue.read-all')
      if (asker instanceof Response) return asker
      const body = streamText(lines(shop, asker.actor))
      return fileResponse(body, { name, type: CSV_TYPE, setCookies: asker.setCookies })
    })
  routes.get(IMPORT_PROGRESS_PATH, async ({ req, json }) => {
    const asker = await readFileActor(access, req.raw, 'admin', 'catalogue.edit')
    if (asker instanceof Response) return asker
    const written = await readImportProgress(shop, asker.actor)
    return json({ written }, 200, { 'cache-control': 'no-store' })
  })
  return routes
}
