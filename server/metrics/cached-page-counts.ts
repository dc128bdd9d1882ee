import { methodLabel } from '#server/http/request-tracking.ts'
import { routeOfKey } from '#server/page-cache/page-cache-middleware.ts'

export type RequestCount = { method: string; route: string; status: number; count: number }

/** Beyond this the counts of single pages are added to those of their routes, so that they stay few. */
const MAX_KEYS = 2_000

/**
 * Requests answered from the page cache. Counting one is a look-up in a map (about 30 ns); routes are found when the
 * metrics are read.
 */
export function createCachedPageCounts(maxKeys = MAX_KEYS) {
  const byStatusAndMethod = new Map<number, Map<string, Map<string, number>>>()
  let keys = 0
  const sums = new Map<string, RequestCount>()

  function add(key: string, method: string, status: number) {
    let byMethod = byStatusAndMethod.get(status)
    if (!byMethod) byStatusAndMethod.set(status, (byMethod = new Map()))
    let byKey = byMethod.get(method)
    if (!byKey) byMethod.set(method, (byKey = new Map()))
    const count = byKey.get(key)
    if (count === undefined) {
      if (keys >= maxKeys) sumUp()
      keys += 1
    }
    byKey.set(key, (count ?? 0) + 1)
  }

  function sumUp() {
    for (const [status, byMethod] of byStatusAndMethod)
      for (const [method, byKey] of byMethod) {
        for (const [key, count] of byKey) addToRoute({ method: methodLabel(method), key, status, count })
        byKey.clear()
      }
    keys = 0
  }

  function addToRoute({ key, count, ...labels }: Omit<RequestCount, 'route'> & { key: string }) {
    const route = routeOfKey(key)
    const name = `${labels.method} ${route} ${labels.status}`
    const sum = sums.get(name)
    if (sum) sum.count += count
    else sums.set(name, { ...labels, route, count })
  }

  return {
    add,
    /** Since the process started. */
    totals(): RequestCount[] {
      sumUp()
      return [...sums.values()]
    },
  }
}
