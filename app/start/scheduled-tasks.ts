import { setTimeout as pause } from 'node:timers/promises'
import { applyOffers } from '#features/catalogue/offers/offers.server.ts'
import { cacheMissingDays } from '#features/figures/sales/cache-missing-days.server.ts'
import { queueOwnerDigest } from '#features/mail/outbox/owner-digest.server.ts'
import { refreshSellableStock } from '#features/stock/batches.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { Task } from '#platform/jobs/schedule.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
/** Retry interval if the database could not queue the digest on the hour. */
const MAX_DIGEST_DELAY_MS = 5 * MINUTE_MS
/** A day of a large shop takes as long to sum up, so half of the time is left to requests. */
const PAUSE_BETWEEN_DAYS_MS = 50

/** London's full hours are UTC's full hours. */
export const digestDelay = (now: Date): number =>
  Math.min(MAX_DIGEST_DELAY_MS, HOUR_MS - (now.getTime() % HOUR_MS))

/** What the shop does by the clock, besides its daily backup. */
export const scheduledTasks = (shop: ShopDependencies): Task[] => [
  { run: () => applyOffers(shop), everyMs: 5 * SECOND_MS, failure: 'Offers could not be started or ended.' },
  {
    // Batches leave the pages within a minute after their best-before day in London.
    run: () => refreshSellableStock(shop),
    everyMs: MINUTE_MS,
    failure: 'Expired batches could not be taken off sale.',
  },
  {
    run: () => queueOwnerDigest(shop),
    everyMs: () => digestDelay(shop.clock()),
    failure: 'The digest could not be queued.',
  },
  { ...sumUpDays(shop), firstAfterMs: 5 * SECOND_MS },
]

/** Sums up days that no report has needed yet (ADR-18), so that the first report of a year is fast. */
export const sumUpDays = (shop: Pick<ShopDependencies, 'db'>): Task => ({
  run: (signal) =>
    cacheMissingDays(shop.db, {
      signal,
      pause: () => pause(PAUSE_BETWEEN_DAYS_MS, undefined, { signal, ref: false }).catch(() => {}),
    }),
  everyMs: 5 * MINUTE_MS,
  failure: 'Missing days of sales could not be summed up.',
})
