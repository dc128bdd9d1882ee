import { useLocation, useNavigation, useSearchParams } from 'react-router'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { formatPounds } from '#shop/money/money.ts'
import type { OrderDetail } from '#features/orders/order.ts'
import {
  DOOR_PAYMENTS,
  freeAmount,
  isRefundable,
  refundableAmount,
  refundedAmount,
  wasDelivered,
  type RefundDetail,
} from '#features/orders/refunds/refund.ts'
import {
  adminRefundMessages,
  doorPaymentLabels,
  paymentMessages,
} from '#features/orders/refunds/admin-refund-messages.ts'
import { refundMessages, refundMethodLabels } from '#features/orders/refunds/refund-messages.ts'
import { useActionResult } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { Button } from '#kit/form/button.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { RefundDialog, RefundPanel } from './refund-form.tsx'
import type { PaymentActionResult, RefundActionResult } from './refund-result.ts'

const PANEL_ID = 'payment'
type OrderWithKey = { order: OrderDetail; refundKey: string }

/** Shown for delivered orders, including those cancelled after their delivery. */
export function PaymentPanel({
  order,
  refundKey,
  newer,
  now,
}: OrderWithKey & { newer: OrderDetail | null; now: string }) {
  if (!wasDelivered(order)) return null
  const { door_payment, refunds } = order
  return (
    <section id={PANEL_ID} className="panel order-3" aria-labelledby="payment-title">
      <div className="panel-head">
        <h2 id="payment-title">Payment and refunds</h2>
      </div>
      <div className="panel-body payment">
        <p className="font-semibold">{paymentMessages.paid(door_payment)}</p>
        {refunds.length === 0 && <RecordPayment order={order} />}
        {refunds.length > 0 && (
          <>
            <h3>Refunds</h3>
            <ol className="refunds">
              {refunds.map((refund) => (
                <RefundRow key={refund.id} refund={refund} items={order.items} />
              ))}
            </ol>
          </>
        )}
        {door_payment !== 'not-paid' && (
          <dl className="payment-sums">
            <Sum label="Total" pounds={order.total_amount} />
            {refunds.length > 0 && <Sum label="Refunded" pounds={refundedAmount(order)} />}
            {refunds.length > 0 && <Sum label="Remains" pounds={refundableAmount(order)} />}
          </dl>
        )}
        {refunds.length > 0 && !isRefundable(order) && <p>{adminRefundMessages.nothingRemains}</p>}
        <RefundDialog order={order} refundKey={refundKey} newer={newer} now={now} />
      </div>
    </section>
  )
}

function Sum({ label, pounds }: { label: string; pounds: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{formatPounds(pounds)}</dd>
    </div>
  )
}

function RefundRow({ refund, items }: { refund: RefundDetail; items: OrderDetail['items'] }) {
  const free = freeAmount(refund)
  const nameOf = (id: string) => items.find((item) => item.id === id)?.product_name ?? ''
  return (
    <li>
      <p className="refund-row">
        <span className="font-semibold">
          {`${formatPounds(refund.amount)}, ${refundMethodLabels[refund.method].toLowerCase()}`}
        </span>
        <time dateTime={refund.at}>{formatLondonDateTime(refund.at)}</time>
      </p>
      {refund.lines.map(({ order_item_id, quantity, amount }) => (
        <p key={order_item_id}>{`${quantity} × ${nameOf(order_item_id)}: ${formatPounds(amount)}`}</p>
      ))}
      {refund.delivery_amount > 0 && (
        <p>{`${refundMessages.delivery}: ${formatPounds(refund.delivery_amount)}`}</p>
      )}
      {free !== 0 && <p>{`${refundMessages.freeLine(free)}: ${formatPounds(free)}`}</p>}
      {refund.is_restocked && <p>{adminRefundMessages.restocked}</p>}
      <p className="history-note">{refund.reason}</p>
    </li>
  )
}

function RecordPayment({ order: { version, door_payment } }: { order: OrderDetail }) {
  // The link back to the list is kept across the page's own forms.
  const { state } = useLocation()
  const pendingPayment = useNavigation().formData?.get('door_payment')
  const form = (
    <PostForm replace preventScrollReset state={state} className="payment-choice">
      <input type="hidden" name="intent" value="record-payment" />
      <input type="hidden" name="version" value={version} />
      {DOOR_PAYMENTS.filter((payment) => payment !== door_payment).map((payment) => (
        <Button
          key={payment}
          type="submit"
          name="door_payment"
          value={payment}
          variant="outline"
          size="small"
          pending={pendingPayment === payment}
        >
          {doorPaymentLabels[payment]}
        </Button>
      ))}
    </PostForm>
  )
  if (door_payment === null)
    return (
      <fieldset>
        <legend>{paymentMessages.how}</legend>
        {form}
      </fieldset>
    )
  return (
    <details key={door_payment}>
      <summary>{paymentMessages.correct}</summary>
      {form}
    </details>
  )
}

/** The missing payment, the results of the panel's forms, and the refund form for browsers without scripts. */
export function PaymentNotices({ order, refundKey }: OrderWithKey) {
  const result = useActionResult() as PaymentActionResult | RefundActionResult | undefined
  const [params] = useSearchParams()
  const payment = result && 'intent' in result && result.intent === 'record-payment' ? result : undefined
  const refund = result && 'intent' in result && result.intent === 'refund' ? result : undefined
  const shown = payment ?? (refund?.kind === 'done' ? refund : undefined)
  return (
    <>
      {wasDelivered(order) && order.door_payment === null && (
        <Notice className="mb-4 open-points" title="Open points">
          <ul>
            <li>
              {paymentMessages.openPoint}{' '}
              <a href={`#${PANEL_ID}`} className="link">
                {paymentMessages.recordIt}
              </a>
            </li>
          </ul>
        </Notice>
      )}
      {shown?.message && (
        <Notice tone={shown.kind === 'done' ? 'success' : 'warning'} className="mb-4">
          {shown.message}
        </Notice>
      )}
      {params.get('ask') === 'refund' && refund?.kind !== 'done' && (isRefundable(order) || refund) && (
        <RefundPanel order={order} refundKey={refundKey} actionResult={refund} />
      )}
    </>
  )
}
