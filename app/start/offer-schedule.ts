import { applyOffers } from '#features/catalogue/offers/offers.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

const CHECK_INTERVAL_MS = 5_000

/** Starts and ends offers within seconds; returns a function that stops it. */
export function startOfferSchedule(shop: Pick<ShopDependencies, 'db' | 'log'>): () => void {
  let isRunning = false
  const apply = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await applyOffers(shop)
    } catch (error) {
      shop.log.warn({ error }, 'offers could not be begun or ended')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void apply(), CHECK_INTERVAL_MS)
  timer.unref()
  void apply()
  return () => clearInterval(timer)
}
