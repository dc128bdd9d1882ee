import type {
  bulkEditMatchingProducts,
  setProductActive,
} from './products/bulk-edit/bulk-edit-products.server.ts'
import type { addCategoryWithPicture, changeCategory } from './categories/save-category.server.ts'
import { featuredOrderMessages } from './featured-order/featured-order-messages.ts'
import type { saveFeaturedOrder } from './featured-order/featured-order.server.ts'
import { listChangedMessage, tooManyForBulkEditMessage } from './products/product-messages.ts'
import type { addProductWithPicture, changeProduct } from './products/save-product.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { adjustStock } from '#features/stock/stock.server.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#kit/actions/refusal-table.server.ts'

export type SaveFields = { toConfirm?: Record<string, string>; product?: { id: string; name: string } }
/** The use-case names the field. */
const atFields = ({ fields = {} }: { fields?: Record<string, string> }) => refuse(422, { errors: fields })
const savedMeanwhile = refuse(409, { message: messages.editConflict })
const pictureRefused = {
  'picture-missing': atFields,
  'picture-too-heavy': atFields,
  'picture-kind-unknown': atFields,
  'picture-too-many-pixels': atFields,
  'picture-too-many-pixels-for-its-kind': atFields,
  'picture-damaged': atFields,
}
const nameRefused = { 'name-taken': atFields, 'name-without-letters': atFields }
const productNotFound = refuse(404, { message: messages.productNotInCatalogue })
export const productRefused = refusalAnswers<
  RefusalOf<typeof addProductWithPicture | typeof changeProduct>,
  SaveFields,
  { wasAsked: boolean }
>({
  ...pictureRefused,
  'too-many-pictures': atFields,
  'picture-gone': atFields,
  ...nameRefused,
  'category-not-found': atFields,
  'code-taken': atFields,
  'below-zero': atFields,
  'too-many': atFields,
  'not-found': productNotFound,
  archived: atFields,
  'changed-meanwhile': savedMeanwhile,
  // Submitted with the checkbox shown but not ticked.
  confirm: ({ fields }, { wasAsked }) =>
    refuse(422, {
      message: messages.confirmWarningsToSave,
      toConfirm: { ...fields, ...(wasAsked && { confirmed: messages.tickToSaveAnyway }) },
    }),
})
export const categoryRefused = refusalAnswers<
  RefusalOf<typeof addCategoryWithPicture | typeof changeCategory>
>({
  ...pictureRefused,
  ...nameRefused,
  'not-found': refuse(404, { message: messages.categoryNotInCatalogue }),
  'changed-meanwhile': savedMeanwhile,
})
export const featuredOrderRefused = refusalAnswers<RefusalOf<typeof saveFeaturedOrder>>({
  'not-found': productNotFound,
  'order-invalid': refuse(400, { message: messages.badRequest }),
  'changed-meanwhile': refuse(409, { message: featuredOrderMessages.changedMeanwhile }),
})
export const activationRefused = refusalAnswers<
  RefusalOf<typeof setProductActive>,
  SaveFields,
  { productId: string }
>({
  'not-found': productNotFound,
  archived: refuse(409, { message: messages.productArchived }),
  confirm: ({ name, message }, { productId: id }) =>
    refuse(409, { product: { id, name }, toConfirm: { is_active: message }, message }),
})
export const bulkEditRefused = refusalAnswers<
  RefusalOf<typeof bulkEditMatchingProducts>,
  object,
  { totalSeen: number }
>({
  'too-many': refuse(422, { message: tooManyForBulkEditMessage }),
  'list-changed': ({ total }, { totalSeen }) =>
    refuse(409, { message: listChangedMessage(totalSeen, total) }),
})
const stockRefused = (message: string) => refuse(409, { message, errors: { change: message } })
export const stockAdjustmentRefused = refusalAnswers<RefusalOf<typeof adjustStock>>({
  'not-found': productNotFound,
  'fields-missing': stockRefused(messages.fillAllFields),
  'below-zero': stockRefused(messages.stockBelowZero),
  'too-many': stockRefused(messages.stockTooHigh),
})
