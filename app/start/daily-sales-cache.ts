import { setTimeout as pause } from 'node:timers/promises'
import { cacheMissingDays } from '#features/figures/sales/cache-missing-days.server.ts'
import { withTimeout } from '#platform/processes/with-timeout.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

const FIRST_DELAY_MS = 5_000
const CHECK_INTERVAL_MS = 300_000
/** A day of a large shop takes as long, so half of the time is left to requests. */
const PAUSE_MS = 50
/** Much longer than a day takes; its sums can be calculated again. */
const STOP_TIMEOUT_MS = 3_000

/** Sums up days that no report has needed yet (ADR-75), so that the first report of a year is fast; returns a function that stops it. */
export function startDailySalesCache(
  shop: Pick<ShopDependencies, 'db' | 'log'>,
  firstDelay = FIRST_DELAY_MS,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const waitUnlessStopped = (milliseconds: number) =>
    pause(milliseconds, true, { signal, ref: false }).catch(() => false)
  const running = run()

  async function run() {
    for (let delay = firstDelay; await waitUnlessStopped(delay); delay = CHECK_INTERVAL_MS) {
      await cacheMissingDays(shop.db, { signal, pause: () => waitUnlessStopped(PAUSE_MS) }).catch(
        (error: unknown) => shop.log.warn({ error }, 'missing days of sales could not be summed up'),
      )
    }
  }

  return async () => {
    stopping.abort()
    await withTimeout(running, STOP_TIMEOUT_MS)
  }
}
