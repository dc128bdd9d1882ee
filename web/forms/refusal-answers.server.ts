import { deliveryChanged } from '#shop/delivery/delivery-changed-message.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { ownAccountMessages } from '#shop/accounts/administrators/own-account-messages.ts'
import type { saveProfile } from '#shop/accounts/profile/profile.server.ts'
import type { RefusedLine } from '#shop/cart/reconcile-cart.ts'
import type {
  bulkEditMatchingProducts,
  setProductActive,
} from '#shop/catalogue/bulk-edit/bulk-edit-products.server.ts'
import type {
  addCategoryWithPicture,
  changeCategory,
} from '#shop/catalogue/categories/save-category.server.ts'
import { listChangedMessage, tooManyForBulkEditMessage } from '#shop/catalogue/products/product-messages.ts'
import { featuredOrderMessages } from '#shop/catalogue/featured-order/featured-order-messages.ts'
import type { saveFeaturedOrder } from '#shop/catalogue/featured-order/featured-order.server.ts'
import type { addProductWithPicture, changeProduct } from '#shop/catalogue/products/save-product.server.ts'
import { searchWordMessages } from '#shop/catalogue/search-words/search-word-messages.ts'
import type { addSearchWords, changeSearchWords } from '#shop/catalogue/search-words/search-words.server.ts'
import {
  allowanceExceededMessage,
  orderTooLarge,
  tooManyOrders,
  tooManyProducts,
} from '#shop/checkout/limits/limit-messages.ts'
import type { placeOrder } from '#shop/checkout/placing/place-order.server.ts'
import type { resendMail } from '#shop/mail/outbox/failed-emails.server.ts'
import { outboxMessages } from '#shop/mail/outbox/outbox-messages.ts'
import type { sendTestEmail } from '#shop/mail/transport/test-email.server.ts'
import type { sendEnquiry } from '#shop/enquiries/send-enquiry.server.ts'
import { enquiryMessages } from '#shop/enquiries/enquiry-messages.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { adminOrderMessages, describePieces } from '#shop/orders/admin-order-messages.ts'
import type { cancelOpenOrders } from '#shop/orders/cancellation/cancel-open-orders.server.ts'
import { phoneToCancel } from '#shop/orders/cancellation/statutory-cancellation.ts'
import type { OrderStatus } from '#shop/orders/order-status.ts'
import type { cancelOrder, exchangeRecalledPieces, moveOrder, undoMove } from '#shop/orders/orders.server.ts'
import type { requestStockAlert } from '#shop/stock/alerts/stock-alerts.server.ts'
import { settingMessages } from '#shop/settings/setting-messages.ts'
import type { saveIdentity } from '#shop/settings/settings.server.ts'
import { stockAlertMessages } from '#shop/stock/alerts/stock-alert-messages.ts'
import type { Refusal } from '#shop/outcome.ts'
import type { adjustStock } from '#shop/stock/stock.server.ts'
import { refusalAnswers, refuse, type RefusalOf } from './refusal-table.server.ts'
import { refuseForm } from './respond.server.ts'

// The answer to each refusal of a use-case: message, fields and HTTP status. A code without an entry is a
// type error.

/** Accounts */

const tooMany = ({ retry_after_seconds }: { retry_after_seconds: number }) => ({
  ...refuseForm(429, { message: tooManyTries(retry_after_seconds) }),
  retryAfterSeconds: retry_after_seconds,
})
const refuseField = (field: string, message: string, status = 422) =>
  refuseForm(status, { errors: { [field]: message } })
const wrongSignIn = refuseForm(401, { message: messages.wrongEmailOrPassword })

type SignInRefusal = Exclude<RefusalOf<Accounts['signIn']>, { code: 'second-factor-needed' }>

/** The message is the same for every reason. */
export const shopSignInRefused = refusalAnswers<SignInRefusal>({
  'wrong-email-or-password': wrongSignIn,
  'access-denied': wrongSignIn,
  'too-many-tries': tooMany,
})
export const adminSignInRefused = refusalAnswers<SignInRefusal>({
  'wrong-email-or-password': wrongSignIn,
  'access-denied': refuseForm(403, { message: messages.accessDenied }),
  'too-many-tries': tooMany,
})
type CodeRefusal = Exclude<
  RefusalOf<Accounts['signInWithCode']>,
  { code: 'access-denied' } | { code: 'sign-in-again' }
>
export const signInCodeRefused = refusalAnswers<CodeRefusal, object, 'app' | 'recovery'>({
  'wrong-code': (_refusal, kind) =>
    kind === 'app'
      ? refuseField('code', ownAccountMessages.wrongCode, 401)
      : refuseField('recovery_code', ownAccountMessages.wrongRecoveryCode, 401),
  'too-many-tries': tooMany,
})
export const registrationRefused = refusalAnswers<RefusalOf<Accounts['register']>>({
  'no-user-returned': refuseForm(500, { message: messages.noUserReturned }),
  'too-many-tries': tooMany,
})
export const stockAlertRefused = refusalAnswers<RefusalOf<typeof requestStockAlert>>({
  'not-found': refuseForm(404, { message: messages.productNotFound }),
  'in-stock': refuseForm(409, { message: stockAlertMessages.inStock }),
  'too-many-tries': tooMany,
})
export const enquiryRefused = refusalAnswers<RefusalOf<typeof sendEnquiry>, object, string>({
  'kept-locally': refuseForm(409, { message: messages.formSendsNothing }),
  'too-many-waiting': (_, email) => refuseForm(429, { message: enquiryMessages.tooManyWaiting(email) }),
  'too-many-tries': tooMany,
})
export const verificationRefused = refusalAnswers<RefusalOf<Accounts['verifyEmail']>>({
  'link-not-valid': refuseForm(422, { message: messages.verificationLinkNotValid }),
})
export const verificationEmailRefused = refusalAnswers<RefusalOf<Accounts['resendVerification']>>({
  'too-many-tries': tooMany,
})
export const passwordResetEmailRefused = refusalAnswers<RefusalOf<Accounts['requestPasswordReset']>>({
  'too-many-tries': tooMany,
})
export const passwordResetRefused = refusalAnswers<RefusalOf<Accounts['resetPassword']>>({
  'link-not-valid': refuseForm(422, { message: messages.resetLinkNotValid }),
})
export const passwordChangeRefused = refusalAnswers<RefusalOf<Accounts['changeOwnPassword']>>({
  'wrong-password': refuseField('current_password', ownAccountMessages.wrongPassword),
  'too-many-tries': tooMany,
})
export const profileRefused = refusalAnswers<RefusalOf<typeof saveProfile>>({
  'no-profile': refuseForm(500, { message: messages.profileNotSaved }),
})

const alreadyOn = refuseForm(409, { message: ownAccountMessages.alreadyOn })

export const secondFactorStartRefused = refusalAnswers<RefusalOf<Accounts['beginSecondFactor']>>({
  'wrong-password': refuseField('begin_password', ownAccountMessages.wrongPassword),
  'too-many-tries': tooMany,
  'already-on': alreadyOn,
})
export const secondFactorCodeRefused = refusalAnswers<RefusalOf<Accounts['confirmSecondFactor']>>({
  'wrong-code': refuseField('code', ownAccountMessages.wrongCode),
  'too-many-tries': tooMany,
  'already-on': alreadyOn,
  'not-begun': refuseForm(409, { message: ownAccountMessages.setupIsOver }),
})
export const secondFactorProofRefused = refusalAnswers<
  RefusalOf<Accounts['switchOffSecondFactor'] | Accounts['renewRecoveryCodes']>
>({
  'wrong-password': refuseField('proof_password', ownAccountMessages.wrongPassword),
  'wrong-code': refuseField('proof_code', ownAccountMessages.wrongCode),
  'too-many-tries': tooMany,
})

/** Checkout and own orders */

export type PlaceOrderRefusalFields = {
  message: string
  advice?: string
  lines?: RefusedLine[]
  /** If missing, as after a lost database connection, the order may exist. */
  is_nothing_ordered?: true
  /** The open total would exceed the allowance, as the notice above the steps also says. */
  is_open_total?: true
  /** The idempotency key already has an order with another cart or address. */
  is_key_used?: true
  /** The order of the idempotency key was cancelled; a new key is needed. */
  is_key_spent?: true
}
type NotPlaced = Omit<PlaceOrderRefusalFields, 'message'> & { errors?: Record<string, string> }
const notPlaced = (fields: NotPlaced, status = 409) =>
  refuse(status, { message: messages.orderNotPlaced, ...fields })
const nothingOrdered = (advice?: string) => notPlaced({ is_nothing_ordered: true, ...(advice && { advice }) })

export const invalidOrder = (errors: Record<string, string>) =>
  notPlaced({ is_nothing_ordered: true, errors }, 422)
/** A failure, such as a database rule. As after a lost response, it is unknown whether the order exists. */
export const orderUnknown = { status: 503, actionResult: { message: messages.orderNotPlaced } }
/** The shopper must confirm, because this may retry an attempt whose response was lost and whose order the shop has cancelled. */
const earlierOrderCancelled = notPlaced({ advice: messages.earlierOrderCancelled, is_key_spent: true })

export const placeOrderRefused = refusalAnswers<
  RefusalOf<typeof placeOrder>,
  PlaceOrderRefusalFields,
  { orderTotal: number }
>({
  'not-signed-in': nothingOrdered(),
  'key-missing': nothingOrdered(),
  'quantity-invalid': nothingOrdered(),
  'cart-empty': nothingOrdered(messages.cartEmpty),
  'payment-method-not-accepted': nothingOrdered(messages.paymentMethodNotAccepted),
  'address-incomplete': ({ fields = {} }) => notPlaced({ is_nothing_ordered: true, errors: fields }),
  'key-reused': ({ status }) =>
    status === 'cancelled' ? earlierOrderCancelled : notPlaced({ is_key_used: true }),
  'cart-changed': ({ lines }) =>
    notPlaced({ is_nothing_ordered: true, advice: messages.cartReconciledOrderAgain, lines }),
  'delivery-changed': (refusal) => nothingOrdered(deliveryChanged(refusal)),
  'too-many-products': ({ max }) => nothingOrdered(tooManyProducts(max)),
  'order-too-large': ({ max }) => nothingOrdered(orderTooLarge(max)),
  'open-total-exceeded': ({ is_verified, open_total, max, max_verified }, { orderTotal }) => {
    const allowance = { is_verified, open_total, max_open_total: max, max_open_total_verified: max_verified }
    return notPlaced({
      is_nothing_ordered: true,
      is_open_total: true,
      advice: allowanceExceededMessage(allowance, orderTotal) ?? '',
    })
  },
  'too-many-orders': ({ retry_after_seconds }) => ({
    ...notPlaced({ is_nothing_ordered: true, advice: tooManyOrders(retry_after_seconds) }, 429),
    retryAfterSeconds: retry_after_seconds,
  }),
})

const notCancelled = refuseForm(409, { message: messages.orderNotCancelled })

export const ownOrderCancelRefused = refusalAnswers<RefusalOf<typeof cancelOrder>, object, { phone: string }>(
  {
    'not-found': refuseForm(409, { message: messages.orderNotFound }),
    delivered: refuseForm(409, { message: messages.orderDeliveredMeanwhile }),
    'shipped-phone-us': (_refusal, { phone }) => refuseForm(409, { message: phoneToCancel(phone) }),
    'reason-missing': notCancelled,
    'status-changed': notCancelled,
  },
)

/** Orders in the back-office */

type OrderFields = { detail?: string; status?: OrderStatus }
const orderNotFound = { detail: messages.orderNotFound }
const movedMeanwhile = (status: OrderStatus) => ({ detail: adminOrderMessages.editConflict(status), status })

const notMoved = (status: number, fields: OrderFields = {}) =>
  refuse(status, { message: messages.statusNotUpdated, ...fields })
export const orderMoveRefused = refusalAnswers<RefusalOf<typeof moveOrder>, OrderFields>({
  'not-found': notMoved(404, orderNotFound),
  'move-not-allowed': notMoved(409),
  'status-changed': ({ status }) => notMoved(409, movedMeanwhile(status)),
  recalled: ({ items }) =>
    notMoved(409, { detail: adminOrderMessages.notShippedRecalled(items.map(describePieces)) }),
})

const notExchanged = (status: number, fields: OrderFields = {}) =>
  refuse(status, { message: adminOrderMessages.notExchanged, ...fields })
export const recalledExchangeRefused = refusalAnswers<RefusalOf<typeof exchangeRecalledPieces>, OrderFields>({
  'not-found': notExchanged(404, orderNotFound),
  'nothing-recalled': notExchanged(409, { detail: adminOrderMessages.nothingRecalled }),
  'not-enough-stock': ({ items }) =>
    notExchanged(409, { detail: adminOrderMessages.tooFewToExchange(items) }),
})

const notUndone = (status: number, fields: OrderFields) =>
  refuse(status, { message: adminOrderMessages.notUndone, ...fields })
export const orderUndoRefused = refusalAnswers<
  RefusalOf<typeof undoMove>,
  OrderFields,
  { expected: OrderStatus }
>({
  'not-found': notUndone(404, orderNotFound),
  'status-changed': ({ status }) => notUndone(409, movedMeanwhile(status)),
  'too-late': (_refusal, { expected }) =>
    notUndone(409, { detail: adminOrderMessages.tooLateToUndo, status: expected }),
  'nothing-to-undo': (_refusal, { expected }) =>
    notUndone(409, { detail: adminOrderMessages.nothingToUndo, status: expected }),
})

const adminNotCancelled = (status: number, fields: OrderFields) =>
  refuse(status, { message: messages.orderNotCancelled, ...fields })
const reasonMissing = refuse(422, {
  message: messages.cancellationReasonMissing,
  errors: { reason: messages.cancellationReasonMissing },
})
const notCancellable = adminNotCancelled(409, { detail: adminOrderMessages.cannotBeCancelled })
export const orderCancelRefused = refusalAnswers<RefusalOf<typeof cancelOrder>, OrderFields>({
  'reason-missing': reasonMissing,
  'not-found': adminNotCancelled(404, orderNotFound),
  'status-changed': ({ status }) => adminNotCancelled(409, movedMeanwhile(status)),
  delivered: notCancellable,
  'shipped-phone-us': notCancellable,
})
export const openOrdersCancelRefused = refusalAnswers<RefusalOf<typeof cancelOpenOrders>>({
  'not-found': refuse(404, { message: messages.orderNotFound }),
  'reason-missing': reasonMissing,
})

/** Catalogue and stock */

type SaveFields = { toConfirm?: Record<string, string>; product?: { id: string; name: string } }
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

/** Search words */

const atWords = (message: string) => refuse(422, { errors: { words: message } })
const confirmWords = (message: string, wasAsked: boolean, status = 422) =>
  refuse(status, {
    message: messages.confirmWarningsToSave,
    toConfirm: { words: message, ...(wasAsked && { confirmed: messages.tickToSaveAnyway }) },
  })
export const searchWordsRefused = refusalAnswers<
  RefusalOf<typeof addSearchWords | typeof changeSearchWords>,
  Pick<SaveFields, 'toConfirm'>,
  { wasAsked: boolean }
>({
  confirm: (_refusal, { wasAsked }) => confirmWords(searchWordMessages.noProductHasThem, wasAsked),
  'deleted-meanwhile': (_refusal, { wasAsked }) =>
    confirmWords(searchWordMessages.deletedMeanwhile, wasAsked, 409),
  'changed-meanwhile': refuse(409, { message: searchWordMessages.editConflict }),
  'too-few-words': ({ min }) => atWords(searchWordMessages.enterWords(min)),
  'too-many-words': ({ max, count }) => atWords(searchWordMessages.tooManyWords(max, count)),
  'word-too-long': ({ word, max }) => atWords(searchWordMessages.wordTooLong(word, max)),
  'word-not-searchable': ({ word }) => atWords(searchWordMessages.wordNotSearchable(word)),
  'name-taken': ({ word }) => atWords(searchWordMessages.nameTaken(word)),
  'too-many-groups': ({ max }) => atWords(searchWordMessages.tooManyGroups(max)),
})
export const searchWordsDeletionRefused = refusalAnswers<Refusal<'changed-meanwhile'>>({
  'changed-meanwhile': refuse(409, { message: searchWordMessages.deleteConflict }),
})

/** Emails */

export const resendRefused = refusalAnswers<RefusalOf<typeof resendMail>>({
  'not-found': refuse(404, { message: outboxMessages.notFound }),
  'sent-already': refuse(409, { message: outboxMessages.sentAlready }),
  'under-way': refuse(409, { message: outboxMessages.takenAlready }),
})
const testFailed = (message: string) => ({ status: 200, actionResult: { kind: 'failed' as const, message } })
export const testEmailRefused = refusalAnswers<RefusalOf<typeof sendTestEmail>>({
  'too-many-tries': ({ retry_after_seconds }) => refuse(429, { message: tooManyTries(retry_after_seconds) }),
  'not-accepted': ({ why }) => testFailed(`${outboxMessages.testFailed} ${why}`),
  'not-found': testFailed(outboxMessages.testFailed),
})

/** Settings */

export const settingsRefused = refusalAnswers<RefusalOf<typeof saveIdentity>>({
  'not-found': refuse(404, { message: settingMessages.notRead }),
  'changed-meanwhile': refuse(409, { message: settingMessages.changedMeanwhile }),
})
