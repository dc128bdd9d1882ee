import { matchRoutes, type RouteObject } from 'react-router'
import type { RouteEntry } from '#web/client/routing/route-definition.ts'
import { keepPage } from './fetch-page-data.ts'

type NetworkInformation = { saveData?: boolean }

let known: { routes: RouteObject[]; entries: Map<string, RouteEntry> } | undefined

/** Called once when the browser takes over; before that there is nothing to prefetch with. */
export function preparePrefetch(routes: RouteObject[], entries: readonly RouteEntry[]) {
  known = { routes, entries: new Map(entries.map((entry) => [entry.id, entry])) }
}

/** Fetches a page's script and data when somebody looks about to open it; somebody saving data is left alone. */
export function prefetchPage(to: string): void {
  const connection = (globalThis.navigator as Navigator & { connection?: NetworkInformation } | undefined)?.connection
  if (!known || connection?.saveData) return
  const url = new URL(to, location.href)
  if (url.origin !== location.origin) return
  const matches = matchRoutes(known.routes, url) ?? []
  for (const match of matches) known.entries.get(match.route.id ?? '')?.screen().catch(() => undefined)
  const entry = known.entries.get(matches.at(-1)?.route.id ?? '')
  // Private pages are asked for only when they are opened: their data may be about to change.
  if (entry?.loader && entry.access === 'public') keepPage(url.pathname + url.search)
}
