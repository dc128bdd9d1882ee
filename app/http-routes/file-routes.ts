import type { Hono } from 'hono'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { catalogueExportRoute } from '#features/catalogue/import/catalogue-export-route.server.ts'
import { customerDataRoutes } from '#features/customers/own-data/customer-data-routes.server.ts'
import { figuresRoute } from '#features/figures/figures-route.server.ts'
import type { FileAccess } from '#kit/requests/file-access.server.ts'
import { recallExportRoute } from '#features/stock/recalls/recall-export-route.server.ts'

/** All downloads; each route checks its permission. */
export const fileRoutes = (dependencies: { shop: ShopDependencies } & FileAccess): Hono[] => [
  catalogueExportRoute(dependencies),
  recallExportRoute(dependencies),
  customerDataRoutes(dependencies),
  figuresRoute(dependencies),
]
