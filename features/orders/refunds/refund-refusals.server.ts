import { messages } from '#shop/messages/messages.ts'
import { adminRefundMessages, paymentMessages } from './admin-refund-messages.ts'
import type { recordDoorPayment, refundOrder } from './refunds.server.ts'
import { refusalAnswers, refuse, type RefusalOf } from '#kit/actions/refusal-table.server.ts'

const refused = (status: number, message: string) => refuse(status, { message, errors: {} })
const atField = (field: string, message: string) => refuse(422, { message: '', errors: { [field]: message } })

export const paymentRefused = refusalAnswers<RefusalOf<typeof recordDoorPayment>>({
  'not-found': refused(404, messages.orderNotFound),
  'not-delivered': refused(409, paymentMessages.notDelivered),
  'payment-missing': refused(422, paymentMessages.missing),
  'changed-meanwhile': refused(409, paymentMessages.changedMeanwhile),
  'refunded-already': refused(409, paymentMessages.refundedAlready),
})

/** `amountField` has the part of the refund that was typed last: the goodwill amount, or the first quantity. */
type FieldNames = { quantityField: (itemId: string) => string; amountField: string | null }
const changedMeanwhile = refused(409, adminRefundMessages.changedMeanwhile)

export const orderRefundRefused = refusalAnswers<RefusalOf<typeof refundOrder>, object, FieldNames>({
  'not-found': refused(404, messages.orderNotFound),
  'not-delivered': refused(409, adminRefundMessages.notDelivered),
  'changed-meanwhile': changedMeanwhile,
  'quantity-invalid': changedMeanwhile,
  'key-reused': ({ amount }) => refused(409, adminRefundMessages.usedAlready(amount)),
  'amount-differs': ({ amount }) => refused(422, adminRefundMessages.confirmAmount(amount)),
  'nothing-remains': refused(409, adminRefundMessages.nothingRemains),
  'nothing-chosen': refused(422, adminRefundMessages.nothingChosen),
  'reason-missing': atField('refund_reason', adminRefundMessages.reasonMissing),
  'method-missing': atField('refund_method', adminRefundMessages.methodMissing),
  'payment-missing': atField('refund_payment', adminRefundMessages.paymentMissing),
  'not-paid': atField('refund_payment', adminRefundMessages.notPaid),
  'free-amount-invalid': atField('free_amount', adminRefundMessages.freeAmountInvalid),
  'delivery-refunded': refused(409, adminRefundMessages.deliveryRefunded),
  'more-than-remains': ({ amount, remaining }, { amountField }) => {
    const message = adminRefundMessages.moreThanRemains(amount, remaining)
    return amountField === null ? refused(422, message) : atField(amountField, message)
  },
  'more-than-bought': ({ lines }, { quantityField }) =>
    refuse(422, {
      message: '',
      errors: Object.fromEntries(
        lines.map(({ id, name, remaining }) => [
          quantityField(id),
          adminRefundMessages.moreThanBought(name, remaining),
        ]),
      ),
    }),
})
