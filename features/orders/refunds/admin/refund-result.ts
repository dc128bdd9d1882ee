import type { ActionResult } from '#kit/actions/action-result.ts'
import type { RefundBase, RefundDraft } from './refund-draft.ts'

type RefundFields = { intent: 'refund' }
export type RefundActionResult = ActionResult<
  RefundFields,
  RefundFields & {
    draft?: RefundDraft
    /** The base of the next attempt. */
    base?: RefundBase
  }
>

type PaymentFields = { intent: 'record-payment' }
export type PaymentActionResult = ActionResult<PaymentFields, PaymentFields>

export const refundFetcherKey = (orderId: string) => `refund-${orderId}`
