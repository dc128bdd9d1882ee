import type { Area } from '#kit/routing/route-objects.tsx'
import { shopRoutes } from './shop-routes.ts'
import { ErrorPage } from '#kit/errors/error-page.tsx'
import { ShopLayout } from './shop-layout.tsx'

/** Separate from the back-office, so that shoppers never load its code. */
export const shopArea: Area = { id: 'shop', Layout: ShopLayout, ErrorPage, entries: shopRoutes }
