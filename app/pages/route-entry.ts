import { matchRoutes } from 'react-router'
import { allRoutes } from '#app/all-routes.ts'
import { NOT_FOUND_ROUTE } from '#kit/routing/not-found-route.ts'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { memoiseByText } from './memoise-by-text.ts'
import { isPagePathname } from './page-pathname.ts'

const matchable = allRoutes.map((entry) => ({ id: entry.id, path: entry.path, entry }))
const notFoundEntry = allRoutes.find(({ id }) => id === NOT_FOUND_ROUTE)!
const knownFirstSegments = new Set(allRoutes.map(({ path }) => path.split('/')[1]))
/** Recognises most unknown paths in a hundredth of the router's time. */
const hasUnknownFirstSegment = (pathname: string) =>
  !knownFirstSegments.has((/^\/([\w-]+)(?:\/|$)/.exec(pathname)?.[1] ?? '').toLowerCase())
/** Memoised, because the router compiles all its patterns for each path. */
export const routeEntryFor = memoiseByText((pathname: string): RouteDefinition => {
  // The router would log a warning for a path that cannot be decoded.
  if (!isPagePathname(pathname) || hasUnknownFirstSegment(pathname)) return notFoundEntry
  const match = matchRoutes(matchable, pathname)?.at(-1)
  return match ? match.route.entry : notFoundEntry
})
