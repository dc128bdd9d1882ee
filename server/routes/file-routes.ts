import type { Hono } from 'hono'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { catalogueExportRoute } from './catalogue-export-route.ts'
import { customerDataRoutes } from './customer-data-routes.ts'
import { figuresRoute } from './figures-route.ts'
import type { FileAccess } from './file-access.ts'
import { recallExportRoute } from './recall-export-route.ts'

/** All downloads; each route checks its permission. */
export const fileRoutes = (dependencies: { shop: ShopDependencies } & FileAccess): Hono[] => [
  catalogueExportRoute(dependencies),
  recallExportRoute(dependencies),
  customerDataRoutes(dependencies),
  figuresRoute(dependencies),
]
