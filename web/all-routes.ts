import { adminSignInRoutes, adminRoutes } from './admin-routes.ts'
import type { RouteDefinition } from './client/routing/route-definition.ts'
import { shopRoutes } from './shop-routes.ts'

/** All areas together: for the server and for tests, never for a browser, which knows the routes of its own area alone. */
export const allRoutes: readonly RouteDefinition[] = [...shopRoutes, ...adminSignInRoutes, ...adminRoutes]

export type RouteId = (typeof shopRoutes | typeof adminSignInRoutes | typeof adminRoutes)[number]['id']
