import { z } from 'zod'
import type { BulkEdit } from '#features/catalogue/products/bulk-edit/bulk-edit-products.server.ts'
import { MAX_BULK_EDIT_PRODUCTS } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { parseVatRate } from '#features/catalogue/product-form/vat-rates.ts'
import { tooManyForBulkEditMessage } from '#features/catalogue/products/product-messages.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { stockAdjustmentForm } from '#features/stock/stock-adjustment.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'

const MAX_BADGE_LENGTH = 40
const text = z.string().default('')
const trimmedText = z.string().overwrite(trimWhiteSpace).default('')
const tick = z
  .string()
  .optional()
  .transform((entry) => entry === 'on')

export const productSwitchForm = z
  .object({ product_id: text, is_active: tick, confirmed: tick })
  .transform(({ product_id: productId, is_active: isActive, confirmed: isConfirmed }) => ({
    productId,
    isActive,
    isConfirmed,
  }))

export const productStockForm = stockAdjustmentForm
  .extend({ product_id: text })
  .transform(({ product_id: productId, ...adjustment }) => ({ productId, ...adjustment }))

/** `wholeList`: what the page showed of a list that is changed as a whole; otherwise null. */
export const bulkEditForm = z
  .object({
    product_id: z.array(z.coerce.string()),
    all_of: text,
    all_mark: text,
    what: trimmedText,
    category_id: trimmedText,
    badge: trimmedText,
    vat_rate: trimmedText,
    confirmed: tick,
  })
  .transform(({ product_id: ids, all_of: total, all_mark: mark, ...fields }, { addIssue }) => {
    const change = parseBulkEdit(fields)
    if (!total && ids.length === 0) addIssue(messages.chooseProducts)
    else if (typeof change === 'string') addIssue(change)
    else if (!total && ids.length > MAX_BULK_EDIT_PRODUCTS) addIssue(tooManyForBulkEditMessage)
    else return { ids, change, wholeList: total ? { total, mark } : null }
    return z.NEVER
  })

/** The bulk edit, or an error message; an empty field never removes a value. */
function parseBulkEdit({
  what,
  category_id,
  badge,
  vat_rate,
  confirmed: isConfirmed,
}: Record<'what' | 'category_id' | 'badge' | 'vat_rate', string> & { confirmed: boolean }):
  | BulkEdit
  | string {
  switch (what) {
    case 'on':
    case 'off':
      return { kind: 'switch', isActive: what === 'on', isConfirmed }
    case 'archive':
    case 'bring-back':
      return { kind: 'archive', isArchived: what === 'archive' }
    case 'category':
      return isValidId(category_id) ? { kind: 'category', categoryId: category_id } : messages.chooseCategory
    case 'badge':
      return badge ? { kind: 'badge', badge: badge.slice(0, MAX_BADGE_LENGTH) } : messages.enterBadge
    case 'no-badge':
      return { kind: 'badge', badge: null }
    case 'vat-rate': {
      const vatRate = parseVatRate(vat_rate)
      return vatRate === null ? messages.chooseVatRate : { kind: 'vat-rate', vatRate }
    }
    default:
      return messages.chooseWhatToDo
  }
}
