import type { Area } from './client/routing/route-objects.tsx'
import { shopRoutes } from './shop-routes.ts'
import { ErrorPage } from './storefront/errors/error-page.tsx'
import { ShopLayout } from './shop-layout.tsx'

/** The shop that everybody sees; the back-office is an area of its own, so that its code never reaches a shopper. */
export const shopArea: Area = { id: 'shop', Layout: ShopLayout, ErrorPage, entries: shopRoutes }
