import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from '#db/schema.ts'
import { readCurrentSettings, type CurrentSettings } from '#shop/settings/settings-queries.server.ts'
import type { CacheInvalidation } from '#server/page-cache/cache-invalidation.ts'

export type ShopSettings = Awaited<ReturnType<typeof openShopSettings>>
type Dependencies = {
  db: Kysely<DB>
  cacheInvalidation: Pick<CacheInvalidation, 'isCurrent' | 'subscribe'>
  log: Pick<Logger, 'warn'>
}

/** The owner's settings as of the last change that this node has received. */
export async function openShopSettings({ db, cacheInvalidation, log }: Dependencies) {
  let changes = 0
  let readings = 0
  /** The reading that `current` comes from, and the changes before it. */
  let shown = { reading: 0, changes: 0 }
  let current: CurrentSettings = await readCurrentSettings(db)

  async function read() {
    const reading = { reading: ++readings, changes }
    const settings = await readCurrentSettings(db)
    // An earlier reading may end later.
    if (reading.reading < shown.reading) return
    shown = reading
    current = settings
  }
  const readInBackground = () =>
    void read().catch((error: unknown) => log.warn({ error }, 'The settings could not be read; retrying.'))
  const noteChange = () => {
    changes += 1
    readInBackground()
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
      if (shown.changes === changes && cacheInvalidation.isCurrent()) return
      await read().catch((error: unknown) => log.warn({ error }, 'The settings could not be read.'))
    },
  }
}
