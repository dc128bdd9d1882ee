import { adminSignInRoutes, adminRoutes } from './admin-routes.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { shopRoutes } from './shop-routes.ts'

/** For server and tests only, so that a browser never loads the routes of other areas. */
export const allRoutes: readonly RouteDefinition[] = [...shopRoutes, ...adminSignInRoutes, ...adminRoutes]

export type RouteId = (typeof shopRoutes | typeof adminSignInRoutes | typeof adminRoutes)[number]['id']
