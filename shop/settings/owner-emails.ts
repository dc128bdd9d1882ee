/** Emails to the owner, as the setting `owner_emails` stores them. */
export type OwnerEmails = {
  /** Null: the address of the shop. */
  address: string | null
  new_orders: boolean
  /** When a product falls below the threshold of low stock. */
  low_stock: boolean
  /** Hour of London; null: no digest. */
  digest_hour: number | null
}

/** Off, until the owner says where they go. */
export const DEFAULT_OWNER_EMAILS: OwnerEmails = {
  address: null,
  new_orders: false,
  low_stock: false,
  digest_hour: null,
}
