import { refreshSellableStock } from '#features/stock/batches.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

const REFRESH_INTERVAL_MS = 60_000

/** Removes batches from pages within a minute after their best-before day in London; returns a function that stops it. */
export function startStockRefresh(shop: Pick<ShopDependencies, 'db' | 'log'>): () => void {
  const refresh = () =>
    void refreshSellableStock(shop).catch((error: unknown) =>
      shop.log.warn({ error }, 'expired batches could not be taken off sale'),
    )
  const timer = setInterval(refresh, REFRESH_INTERVAL_MS)
  timer.unref()
  refresh()
  return () => clearInterval(timer)
}
