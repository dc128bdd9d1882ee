import { lineSubtotal, sumPounds } from '#shop/money/money.ts'
import type { EditedAddress } from '#features/orders/order.ts'
import type { PhoneCustomer, PhoneProduct } from '#features/checkout/phone-orders/phone-order.ts'
import { parseOrderQuantity } from '#features/orders/admin/order/order-draft.ts'

export const MAX_PHONE_LINES = 100

/** The entries so far; `customer` is null for a new one. A line has the displayed price. */
export type PhoneOrderDraft = {
  key: string
  customer: PhoneCustomer | null
  address: EditedAddress
  email: string
  lines: readonly PhoneProduct[]
  quantities: Readonly<Record<string, string>>
  note: string
  isNoteForPackers: boolean
}

const NO_ADDRESS: EditedAddress = { full_name: '', phone: '', address: '', post_code: '', city: '' }

export const createPhoneOrderDraft = (key: string): PhoneOrderDraft => ({
  key,
  customer: null,
  address: NO_ADDRESS,
  email: '',
  lines: [],
  quantities: {},
  note: '',
  isNoteForPackers: false,
})

export function chooseCustomer(draft: PhoneOrderDraft, customer: PhoneCustomer): PhoneOrderDraft {
  const { full_name, phone, address, post_code, city } = customer
  return {
    ...draft,
    customer,
    address: { full_name, phone, address, post_code, city },
    email: customer.email ?? '',
  }
}

export const clearCustomer = (draft: PhoneOrderDraft): PhoneOrderDraft => ({
  ...draft,
  customer: null,
  address: NO_ADDRESS,
  email: '',
})

export const addProduct = (draft: PhoneOrderDraft, product: PhoneProduct): PhoneOrderDraft =>
  draft.lines.some(({ product_id }) => product_id === product.product_id) ||
  draft.lines.length === MAX_PHONE_LINES
    ? draft
    : {
        ...draft,
        lines: [...draft.lines, product],
        quantities: { ...draft.quantities, [product.product_id]: '1' },
      }

export const removeProduct = (draft: PhoneOrderDraft, productId: string): PhoneOrderDraft => ({
  ...draft,
  lines: draft.lines.filter(({ product_id }) => product_id !== productId),
})

/** Null while a quantity is invalid. */
export function phoneOrderTotal({ lines, quantities }: PhoneOrderDraft): number | null {
  const subtotals = lines.map(({ product_id, price }) => {
    const quantity = parseOrderQuantity(quantities[product_id])
    return quantity === null ? null : lineSubtotal(price, quantity)
  })
  return subtotals.includes(null) ? null : sumPounds(subtotals as number[])
}
