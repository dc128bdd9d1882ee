import type { StockTakeLine } from '#shop/stock/stock-takes/stock-take.ts'
import type { ActionResult } from '#web/forms/action-result.ts'

type FoundProduct = { product_id: string; name: string; net_weight: string | null }

type StockTakeFields = {
  /** Of the draft afterwards. */
  version: number
  /** By field, as typed. */
  typed: Record<string, string>
  found?: { search: string; products: FoundProduct[] }
  /** As they are after a save while somebody counts. */
  lines?: StockTakeLine[]
}
export type StockTakeResult = ActionResult<StockTakeFields, Partial<StockTakeFields>>
