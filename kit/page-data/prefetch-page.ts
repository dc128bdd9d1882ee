import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteDefinition } from '#kit/routing/route-definition.ts'
import { prefetchPageData } from './fetch-page-data.ts'

type NetworkInformation = { saveData?: boolean }

let registered: { routes: RouteObject[]; entries: Map<string, RouteDefinition> } | undefined

export function initialisePrefetch(routes: RouteObject[], entries: readonly RouteDefinition[]) {
  registered = { routes, entries: new Map(entries.map((entry) => [entry.id, entry])) }
}

export function prefetchPage(to: string): void {
  const connection = (globalThis.navigator as (Navigator & { connection?: NetworkInformation }) | undefined)
    ?.connection
  if (!registered || connection?.saveData) return
  const url = new URL(to, location.href)
  if (url.origin !== location.origin) return
  const matches = matchRoutes(registered.routes, url) ?? []
  for (const match of matches)
    registered.entries
      .get(match.route.id ?? '')
      ?.pageModule()
      .catch(() => undefined)
  const entry = registered.entries.get(matches.at(-1)?.route.id ?? '')
  // Private page data may change before the click.
  if (entry?.access === 'public') prefetchPageData(url.pathname + url.search)
}
