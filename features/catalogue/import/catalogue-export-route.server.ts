import { Hono } from 'hono'
import { categoriesCsv, productsCsv, templateCsv } from './catalogue-csv.server.ts'
import {
  CATEGORIES_CSV_PATH,
  CATEGORIES_TEMPLATE_PATH,
  IMPORT_PROGRESS_PATH,
  PRODUCTS_CSV_PATH,
  PRODUCTS_TEMPLATE_PATH,
} from './import-paths.ts'
import { readImportProgress } from './product-imports.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  CSV_TYPE,
  fileResponse,
  readFileActor,
  streamText,
  type FileAccess,
} from '#kit/requests/file-access.server.ts'

type Dependencies = { shop: ShopDependencies } & FileAccess

/** Exports of products and categories, templates, and the progress of the running import. */
export function catalogueExportRoute({ shop, ...access }: Dependencies): Hono {
  const routes = new Hono()
  const answer = async (request: Request, name: string, lines: typeof productsCsv) => {
    const asker = await readFileActor(access, request, 'admin', 'catalogue.read-all')
    if (asker instanceof Response) return asker
    return fileResponse(streamText(lines(shop, asker.actor)), {
      name,
      type: CSV_TYPE,
      setCookies: asker.setCookies,
    })
  }
  routes.get(PRODUCTS_CSV_PATH, ({ req }) => answer(req.raw, 'products.csv', productsCsv))
  routes.get(CATEGORIES_CSV_PATH, ({ req }) => answer(req.raw, 'categories.csv', categoriesCsv))
  routes.get(PRODUCTS_TEMPLATE_PATH, ({ req }) =>
    answer(req.raw, 'products-template.csv', templateCsv('products')),
  )
  routes.get(CATEGORIES_TEMPLATE_PATH, ({ req }) =>
    answer(req.raw, 'categories-template.csv', templateCsv('categories')),
  )
  routes.get(IMPORT_PROGRESS_PATH, async ({ req, json }) => {
    const asker = await readFileActor(access, req.raw, 'admin', 'catalogue.edit')
    if (asker instanceof Response) return asker
    const written = await readImportProgress(shop, asker.actor)
    return json({ written }, 200, { 'cache-control': 'no-store' })
  })
  return routes
}
