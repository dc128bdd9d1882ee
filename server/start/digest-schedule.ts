import { queueOwnerDigest } from '#shop/mail/outbox/owner-digest.server.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

const HOUR_MS = 3_600_000
/** For a digest that the database could not queue on the hour. */
const MAX_WAIT_MS = 300_000

/** All clocks of London strike the full hour when UTC does. */
export const digestDelay = (now: Date): number => Math.min(MAX_WAIT_MS, HOUR_MS - (now.getTime() % HOUR_MS))

/** Queues the owner's digest on the hour; returns how to stop. */
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
