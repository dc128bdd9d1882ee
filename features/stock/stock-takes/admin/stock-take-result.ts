import type { ProductSearch } from '#features/catalogue/products/admin/stock-product-search.ts'
import type { StockTakeLine } from '#features/stock/stock-takes/stock-take.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'

type StockTakeFields = {
  /** The version of the draft afterwards. */
  version: number
  /** Entries by field. */
  typed: Record<string, string>
  found?: ProductSearch
  /** The lines after a save during counting. */
  lines?: StockTakeLine[]
}
export type StockTakeResult = ActionResult<StockTakeFields, Partial<StockTakeFields>>
