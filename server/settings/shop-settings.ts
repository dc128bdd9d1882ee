import { setImmediate as nextTick } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CurrentSettings } from '#shop/settings/settings-queries.server.ts'
import type { CacheInvalidation } from '#server/page-cache/cache-invalidation.ts'
import { withTimeout } from '#server/processes/with-timeout.ts'

export type ShopSettings = Awaited<ReturnType<typeof openShopSettings>>
type Dependencies = {
  read: () => Promise<CurrentSettings>
  cacheInvalidation: Pick<CacheInvalidation, 'isCurrent' | 'subscribe'>
  log: Pick<Logger, 'warn'>
}

/** The owner's settings as of the last change that this node has received. */
export async function openShopSettings({ read, cacheInvalidation, log }: Dependencies) {
  let changes = 0
  let readings = 0
  /** The reading that `current` comes from, and the changes before it. */
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
  /** Keeps the previous settings if it fails, and logs one line for each outage. */
  const tryToRead = () =>
    readAgain().catch((error: unknown) => {
      if (!isUnreadable)
        log.warn({ error }, 'The settings could not be read; the shop keeps those of before.')
      isUnreadable = true
    })
  let pending: Promise<void> | null = null
  /** Starts a new reading; pages that arrive in one turn of the event loop share it. */
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
     * Waits for the current settings, before a page is made. A node that may have missed changes reads them each time;
     * if the database does not answer, the previous ones stay. With `limitMs`, such a node waits no longer for an answer.
     */
    async whenCurrent(limitMs?: number): Promise<void> {
      const isNodeCurrent = cacheInvalidation.isCurrent()
      if (shown.changes === changes && isNodeCurrent) return
      const reading = readSoon()
      // A node that is current has an answer soon, and its page is kept.
      if (limitMs === undefined || isNodeCurrent) return reading
      await withTimeout(reading, limitMs)
    },
  }
}
