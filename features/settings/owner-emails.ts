/** Emails to the owner, as stored in the setting `owner_emails`. */
export type OwnerEmails = {
  /** Null: the shop's address. */
  address: string | null
  new_orders: boolean
  /** Sent when a product falls below the low stock threshold. */
  low_stock: boolean
  /** London hour; null: no digest. */
  digest_hour: number | null
}

/** Off until the owner enters an address. */
export const DEFAULT_OWNER_EMAILS: OwnerEmails = {
  address: null,
  new_orders: false,
  low_stock: false,
  digest_hour: null,
}
