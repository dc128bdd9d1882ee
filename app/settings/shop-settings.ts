import { setImmediate as nextTick } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CurrentSettings } from '#features/settings/settings-queries.server.ts'
import type { CacheInvalidation } from '#platform/page-cache/cache-invalidation.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'

export type ShopSettings = Awaited<ReturnType<typeof openShopSettings>>
type Dependencies = {
  read: () => Promise<CurrentSettings>
  cacheInvalidation: Pick<CacheInvalidation, 'isCurrent' | 'subscribe'>
  log: Pick<Logger, 'warn'>
}

/** The owner's settings, as of the last change that this node has received. */
export async function openShopSettings({ read, cacheInvalidation, log }: Dependencies) {
  let changes = 0
  let readings = 0
  /** The reading from which `current` comes, and the changes before it. */
  let shown = { reading: 0, changes: 0 }
  let current = await read()
  let isUnreadable = false

  async function readAgain() {
    const reading = { reading: ++readings, changes }
    const settings = await read()
    // An earlier reading may end later.
    if (reading.reading < shown.reading) return
    shown = reading
    current = settings
    isUnreadable = false
  }
  /** If it fails, keeps the previous settings and logs one line per outage. */
  const tryToRead = () =>
    readAgain().catch((error: unknown) => {
      if (!isUnreadable)
        log.warn({ error }, 'The settings could not be read; the shop keeps those of before.')
      isUnreadable = true
    })
  let pending: Promise<void> | null = null
  /** Starts a reading; pages that arrive in the same turn of the event loop share it. */
  const readSoon = () =>
    (pending ??= nextTick().then(() => {
      pending = null
      return tryToRead()
    }))
  const noteChange = () => {
    changes += 1
    void tryToRead()
  }
  cacheInvalidation.subscribe({
    invalidate: (cacheTags) => {
      if (cacheTags.includes('settings')) noteChange()
    },
    clearAll: noteChange,
  })

  return {
    current: () => current,
    /**
     * Waits for the current settings before rendering a page. A node that may have missed changes reads them
     * each time, at most for `limitMs`; if the database does not answer, it keeps the previous ones.
     */
    async whenCurrent(limitMs?: number): Promise<void> {
      const isNodeCurrent = cacheInvalidation.isCurrent()
      if (shown.changes === changes && isNodeCurrent) return
      const reading = readSoon()
      // A current node gets an answer soon, and its page is cached.
      if (limitMs === undefined || isNodeCurrent) return reading
      await withTimeout(reading, limitMs)
    },
  }
}
