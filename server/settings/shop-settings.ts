import type { Logger } from 'pino'
import type { CurrentSettings } from '#shop/settings/settings-queries.server.ts'
import type { CacheInvalidation } from '#server/page-cache/cache-invalidation.ts'

export type ShopSettings = Awaited<ReturnType<typeof openShopSettings>>
type Dependencies = {
  read: () => Promise<CurrentSettings>
  cacheInvalidation: Pick<CacheInvalidation, 'isCurrent' | 'subscribe'>
  log: Pick<Logger, 'warn'>
}

/** The owner's settings as of the last change that this node has received. */
export async function openShopSettings({ read, cacheInvalidation, log }: Dependencies) {
  let changes = 0
  let readingChanges = 0
  let shownChanges = 0
  let current = await read()
  let isUnreadable = false
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  /** Those of before stay if this fails; one line in the log for each outage. */
  async function readOnce() {
    readingChanges = changes
    try {
      current = await read()
      shownChanges = readingChanges
      isUnreadable = false
    } catch (error) {
      if (!isUnreadable)
        log.warn({ error }, 'The settings could not be read; the shop keeps those of before.')
      isUnreadable = true
    }
  }
  /** Waits for a reading that begins from now on; all who come during one share the next. */
  function readAgain(): Promise<void> {
    if (!running) return (running = readOnce().finally(() => (running = null)))
    return (next ??= running.then(() => {
      next = null
      return readAgain()
    }))
  }
  const noteChange = () => {
    changes += 1
    void readAgain()
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
     * Waits for the settings of now, before a page is made. A node that may have missed changes reads them each time;
     * if the database does not answer, those of before stay.
     */
    async whenCurrent(): Promise<void> {
      const isCurrent = cacheInvalidation.isCurrent()
      if (isCurrent && shownChanges === changes) return
      await (isCurrent && running && readingChanges === changes ? running : readAgain())
    },
  }
}
