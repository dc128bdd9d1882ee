import type { EditedAddress } from '#features/orders/order.ts'

/** A customer found by the search, with the address of the last order, or of the profile if there is none. */
export type PhoneCustomer = EditedAddress & {
  user_id: string
  email: string | null
  /** Customers of earlier phone orders may have no account. */
  has_account: boolean
  is_email_verified: boolean
  last_order_at: string | null
}

/** A product that can be ordered, with its current data. */
export type PhoneProduct = {
  product_id: string
  product_name: string
  net_weight: string | null
  price: number
  stock: number
  /** Null if nothing is known. */
  allergy_advice: string | null
}

/** `scanned` is the product whose SKU or barcode was searched for. */
export type FoundPhoneProducts = { search: string; products: PhoneProduct[]; scanned: string | null }
