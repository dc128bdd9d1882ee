import { useLoaderData } from 'react-router'
import { formatDay, formatLondonDateTime } from '#shop/dates/dates.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { formatPounds } from '#shop/money/money.ts'
import { packingSlipMessages } from '#features/orders/admin-order-messages.ts'
import { refundMessages } from '#features/orders/refunds/refund-messages.ts'
import { withoutErased } from '#features/orders/erased-address.ts'
import { shortId } from '#features/orders/order.ts'
import { awaitsDispatch } from '#features/orders/order-status.ts'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { Wordmark } from '#kit/brand/wordmark.tsx'
import { Button, LinkButton } from '#kit/form/button.tsx'
import { EmptyState } from '#kit/feedback/empty-state.tsx'
import { ChevronLeftIcon } from '#kit/display/icons.tsx'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { ORDERS_PATH, orderPath } from '#features/orders/admin/list/order-list-url.ts'
import { MAX_PACKING_SLIPS } from './packing-slips-url.ts'
import type { loader, PackingSlip } from './packing-slips-page.server.ts'

export const head = adminHead('Packing slips')

export default function PackingSlipsPage() {
  const { slips, missing, isTooMany, printedAt } = useLoaderData<typeof loader>()
  if (slips.length === 0) {
    return (
      <EmptyState
        level="h1"
        title="Packing slips"
        action={<LinkButton to={ORDERS_PATH}>Back to Orders</LinkButton>}
      >
        {missing > 0 ? packingSlipMessages.notFound(missing) : packingSlipMessages.chooseAnOrder}
      </EmptyState>
    )
  }
  const [only] = slips
  return (
    <>
      <div className="slips-head">
        <ShopLink
          to={only && slips.length === 1 ? orderPath(only.id, {}) : ORDERS_PATH}
          className="back-link"
        >
          <ChevronLeftIcon /> <span>{slips.length === 1 ? 'Back to the order' : 'Back to Orders'}</span>
        </ShopLink>
        <div className="screen-head">
          <h1>{slips.length === 1 ? 'Packing slip' : `${slips.length} packing slips`}</h1>
          <Button className="needs-script" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        {missing > 0 && <Notice tone="warning">{packingSlipMessages.notFound(missing)}</Notice>}
        {isTooMany && <Notice tone="warning">{packingSlipMessages.tooMany(MAX_PACKING_SLIPS)}</Notice>}
      </div>
      {slips.map((slip) => (
        <PackingSlipSheet key={slip.id} slip={slip} printedAt={printedAt} />
      ))}
    </>
  )
}

function PackingSlipSheet({ slip, printedAt }: { slip: PackingSlip; printedAt: string }) {
  const { name, company, address, phone, email } = useShopIdentity()
  const { full_name, address: street, city, post_code, country, phone: customerPhone } = slip.shipping_address
  const unitCount = slip.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className="slip" aria-labelledby={`slip-${slip.id}`}>
      <header className="slip-head">
        <div className="slip-shop">
          <Wordmark />
          <p>
            {company === name ? null : <span>{`${company}, `}</span>}
            <span>{address.join(', ')}</span>
          </p>
          <p>{`${phone} · ${email}`}</p>
        </div>
        <div className="slip-order">
          <h2 id={`slip-${slip.id}`}>
            Order <span className="order-id">{shortId(slip.id)}</span>
          </h2>
          <p>{`Placed ${formatLondonDateTime(slip.created_at)}`}</p>
          {slip.dispatch_day && (
            <p className="slip-express">{packingSlipMessages.express(formatDay(slip.dispatch_day))}</p>
          )}
        </div>
      </header>
      {!awaitsDispatch(slip.status) && (
        <p className="slip-stop">
          {slip.status === 'cancelled'
            ? packingSlipMessages.doNotSend
            : packingSlipMessages.alreadySent(slip.status)}
        </p>
      )}
      <div className="slip-facts">
        <div>
          <h3>Deliver to</h3>
          <address className="slip-address">
            {withoutErased([full_name, street, city, post_code, country]).join('\n')}
          </address>
          <p>{withoutErased([customerPhone])}</p>
        </div>
        <dl>
          <dt>Expected delivery</dt>
          <dd>{formatDay(slip.estimated_delivery)}</dd>
          {slip.total_amount !== null && (
            <>
              <dt>{paymentMethodLabels[slip.payment_method]}</dt>
              <dd>{formatPounds(slip.total_amount)}</dd>
            </>
          )}
          {slip.refunded && (
            <>
              <dt>{refundMessages.refunded}</dt>
              <dd>{formatPounds(slip.refunded.amount)}</dd>
              <dt>{refundMessages.afterRefunds}</dt>
              <dd>{formatPounds(slip.refunded.total)}</dd>
            </>
          )}
        </dl>
      </div>
      <table className="slip-items">
        <caption className="visually-hidden">Items to pack</caption>
        <thead>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col">Item</th>
          </tr>
        </thead>
        <tbody>
          {slip.items.map((item) => (
            <tr key={item.id}>
              <td className="slip-tick">
                <span className="visually-hidden">To pack</span>
              </td>
              <td className="number slip-quantity">{item.quantity}</td>
              <th scope="row">
                <span>{item.product_name}</span>{' '}
                {item.net_weight && <span className="font-[400] whitespace-nowrap">{item.net_weight}</span>}
                {item.recalled > 0 && (
                  <p className="slip-recalled">{packingSlipMessages.recalled(item.recalled)}</p>
                )}
                {item.batches.length > 0 && <p className="slip-batches">{item.batches.join('; ')}</p>}
                <p className="slip-advice">
                  {item.allergy_advice?.map(({ text, isAllergen }, index) =>
                    isAllergen ? <strong key={index}>{text}</strong> : text,
                  ) ?? packingSlipMessages.noAdvice}
                </p>
              </th>
            </tr>
          ))}
        </tbody>
      </table>
      <footer className="slip-foot">
        <p>
          {`${slip.items.length === 1 ? '1 item' : `${slip.items.length} items`}, ${unitCount === 1 ? '1 piece' : `${unitCount} pieces`}`}
        </p>
        <p>Packed by ____________________</p>
        <p>{`Printed ${formatLondonDateTime(printedAt)}`}</p>
      </footer>
      {slip.notes.length > 0 && (
        <aside className="slip-notes">
          <h3>{packingSlipMessages.notes}</h3>
          {slip.notes.map(({ id, text }) => (
            <p key={id} className="wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          ))}
        </aside>
      )}
    </article>
  )
}
