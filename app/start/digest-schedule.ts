import { queueOwnerDigest } from '#features/mail/outbox/owner-digest.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

const HOUR_MS = 3_600_000
/** Retry interval if the database could not queue the digest on the hour. */
const MAX_WAIT_MS = 300_000

/** London's full hours are UTC's full hours. */
export const digestDelay = (now: Date): number => Math.min(MAX_WAIT_MS, HOUR_MS - (now.getTime() % HOUR_MS))

/** Queues the owner's digest on the hour; returns a function that stops it. */
export function startDigestSchedule(
  shop: Pick<ShopDependencies, 'db' | 'outbox' | 'clock' | 'log'>,
): () => void {
  let timer: NodeJS.Timeout
  const queue = () => {
    void queueOwnerDigest(shop).catch((error: unknown) =>
      shop.log.warn({ error }, 'The digest could not be queued.'),
    )
    timer = setTimeout(queue, digestDelay(shop.clock()))
    timer.unref()
  }
  queue()
  return () => clearTimeout(timer)
}
