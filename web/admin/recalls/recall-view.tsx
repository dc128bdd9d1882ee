import { Form, useNavigation } from 'react-router'
import { formatLondonDate, formatLondonDateTime } from '#shop/dates/dates.ts'
import { orderStatusLabels } from '#shop/orders/order-status.ts'
import { recallMessages } from '#shop/stock/recalls/recall-messages.ts'
import type { BuyerTotals, Recall, RecalledOrder } from '#shop/stock/recalls/recall.ts'
import { orderPath } from '#web/admin/orders/order-list-url.ts'
import { OrderNumber } from '#web/admin/orders/order-number.tsx'
import { useDoneMessage, useFormFailure } from '#web/forms/action-result.ts'
import { FormUserIdInput } from '#web/forms/page-user.tsx'
import { adminNotices } from '#shop/messages/admin-notices.ts'
import { useUrlNotice } from '#web/forms/use-url-notice.ts'
import { ChevronLeftIcon } from '#web/ui/display/icons.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { RecallEnd } from './recall-end.tsx'
import { BuyerTotalsText } from './buyer-totals.tsx'
import { describeBatch } from './recall-form.tsx'
import { recallExportPath, RECALLS_PATH } from './recall-url.ts'

type RecallViewProps = { recall: Recall; orders: readonly RecalledOrder[]; totals: BuyerTotals }

export function RecallView({ recall, orders, totals }: RecallViewProps) {
  const notice = useUrlNotice(adminNotices)
  const done = useDoneMessage()
  const failure = useFormFailure()
  return (
    <>
      <div className="screen-head">
        <ShopLink to={RECALLS_PATH} className="back-link">
          <ChevronLeftIcon /> {recallMessages.back}
        </ShopLink>
      </div>
      <div className="screen-head">
        <h1>{recallMessages.recallOf(recall.product_name)}</h1>
        <p>{recallMessages.startedOn(formatLondonDateTime(recall.created_at), recall.created_by)}</p>
      </div>
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      {(done ?? notice) && (
        <Notice tone="success" className="mb-3">
          {done ?? notice}
        </Notice>
      )}
      <section className="panel" aria-labelledby="recall-what">
        <h2 id="recall-what">{recallMessages.batches}</h2>
        <div className="panel-body recall-parts">
          <ul>
            {recall.batches.map((batch) => (
              <li key={batch.id}>
                <span>{describeBatch(batch)}</span>{' '}
                <span className="minor">{recallMessages.left(batch.remaining)}</span>
              </li>
            ))}
          </ul>
          <p>{recall.reason}</p>
          <h3>{recallMessages.preview}</h3>
          <blockquote className="recall-text">{recall.customer_text}</blockquote>
          <TellCustomers recall={recall} totals={totals} />
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
        <ul className="deliveries">
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

function TellCustomers({ recall, totals }: Pick<RecallViewProps, 'recall' | 'totals'>) {
  const isBusy = useNavigation().state !== 'idle'
  if (recall.mailed_at !== null)
    return (
      <p>
        <strong>
          {recallMessages.told(recall.mailed_customers ?? 0, formatLondonDateTime(recall.mailed_at))}
        </strong>
      </p>
    )
  if (totals.customers === totals.without_email) return null
  return (
    <Form method="post">
      <FormUserIdInput />
      <input type="hidden" name="recall_id" value={recall.id} />
      <Button type="submit" name="intent" value="tell" pending={isBusy}>
        {recallMessages.tell}
      </Button>
    </Form>
  )
}
