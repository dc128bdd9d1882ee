import type { DeliveredProduct } from '#features/stock/deliveries/delivery.ts'

/** Products to receive or to count; `scanned` is the one whose SKU or barcode was searched for. */
export type ProductSearch = { search: string; products: DeliveredProduct[]; scanned: string | null }
