import { adminDoorRoutes, adminRoutes } from './admin-routes.ts'
import type { RouteEntry } from './client/routing/route-definition.ts'
import { shopRoutes } from './shop-routes.ts'

/** All areas together: for the server and for tests, never for a browser, which knows the routes of its own area alone. */
export const allRoutes: readonly RouteEntry[] = [...shopRoutes, ...adminDoorRoutes, ...adminRoutes]

export type RouteId = (typeof shopRoutes | typeof adminDoorRoutes | typeof adminRoutes)[number]['id']
