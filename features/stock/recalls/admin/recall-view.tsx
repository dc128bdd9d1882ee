import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { ScreenNotice } from '#kit/admin/screen/screen-notice.tsx'
import { formatLondonDate, formatLondonDateTime } from '#shop/dates/dates.ts'
import { orderStatusLabels } from '#features/orders/order-status.ts'
import { recallMessages } from '#features/stock/recalls/recall-messages.ts'
import type {
  BuyerTotals,
  Recall,
  RecalledOrder,
  RecallEmailPreview,
} from '#features/stock/recalls/recall.ts'
import { orderPath } from '#features/orders/admin/list/order-list-url.ts'
import { OrderNumber } from '#features/orders/admin/list/order-number.tsx'
import { useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { RecallEnd } from './recall-end.tsx'
import { BuyerTotalsText } from './buyer-totals.tsx'
import { describeBatch } from './recall-form.tsx'
import { recallExportPath, RECALLS_PATH } from './recall-url.ts'

type RecallViewProps = {
  recall: Recall
  orders: readonly RecalledOrder[]
  totals: BuyerTotals
  /** Emails that are not sent yet. */
  emails: readonly RecallEmailPreview[]
}

export function RecallView({ recall, orders, totals, emails }: RecallViewProps) {
  const failure = useFormFailure()
  return (
    <>
      <ScreenHead
        back={{ to: RECALLS_PATH, label: recallMessages.back }}
        title={recallMessages.recallOf(recall.product_name)}
        lead={recallMessages.startedOn(formatLondonDateTime(recall.created_at), recall.created_by)}
      />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      <ScreenNotice />
      <section className="panel" aria-labelledby="recall-what">
        <h2 id="recall-what">{recallMessages.recalled}</h2>
        <div className="panel-body grid gap-4 min-w-0">
          <ul>
            {recall.batches.map((batch) => (
              <li key={batch.id}>
                <span>{describeBatch(batch)}</span>{' '}
                <span className="minor">{recallMessages.left(batch.remaining)}</span>
              </li>
            ))}
          </ul>
          <p>{recall.reason}</p>
        </div>
      </section>
      <section className="panel mt-4" aria-labelledby="recall-emails">
        <h2 id="recall-emails">{recallMessages.previewTitle}</h2>
        <div className="panel-body grid gap-4 min-w-0">
          <TellCustomers recall={recall} totals={totals} emails={emails} />
        </div>
      </section>
      <section className="panel mt-4" aria-labelledby="recall-orders">
        <h2 id="recall-orders">{recallMessages.ordersTitle}</h2>
        <div className="panel-body">
          <p>
            <BuyerTotalsText totals={totals} />
          </p>
          <p>
            <a href={recallExportPath(recall.id)} className="link" download>
              {recallMessages.export}
            </a>{' '}
            {totals.orders > orders.length && (
              <span className="minor">{recallMessages.showsFirst(orders.length, totals.orders)}</span>
            )}
          </p>
        </div>
        <ul className="list-rows list-columns">
          {orders.map(({ order_id, full_name, email, phone, status, created_at, quantity }) => (
            <li key={order_id}>
              <span>
                <ShopLink to={orderPath(order_id, {})} className="link">
                  <OrderNumber id={order_id} />
                </ShopLink>{' '}
                <span>{full_name}</span>
              </span>
              <span>{`${recallMessages.pieces(quantity)}, ${orderStatusLabels[status]}`}</span>
              <span className="minor">
                {`${email ?? recallMessages.noEmail} · ${phone} · ${formatLondonDate(created_at)}`}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <RecallEnd recall={recall} />
    </>
  )
}

function TellCustomers({ recall, totals, emails }: Pick<RecallViewProps, 'recall' | 'totals' | 'emails'>) {
  const failure = useFormFailure()
  if (recall.mailed_at !== null)
    return (
      <p>
        <strong>
          {recallMessages.told(recall.mailed_customers ?? 0, formatLondonDateTime(recall.mailed_at))}
        </strong>
      </p>
    )
  const customers = emails.reduce((sum, email) => sum + email.customers, 0)
  if (customers === 0)
    return (
      <p>
        <BuyerTotalsText totals={totals} />
      </p>
    )
  return (
    <>
      {emails.map((email) => (
        <details key={email.text} className="recall-email" open>
          <summary>{recallMessages.previewOf(email.customers, email.subject)}</summary>
          <pre>{email.text}</pre>
        </details>
      ))}
      {customers > emails.length && <p className="minor">{recallMessages.previewLead}</p>}
      <PostForm noValidate className="grid gap-4 min-w-0">
        <input type="hidden" name="recall_id" value={recall.id} />
        <Checkbox
          key={customers}
          name="confirmed"
          value={String(customers)}
          label={recallMessages.confirmTell(customers)}
          error={failure?.errors['confirmed']}
        />
        <p>
          <SendButton intent="tell">{recallMessages.tell(customers)}</SendButton>
        </p>
      </PostForm>
    </>
  )
}
