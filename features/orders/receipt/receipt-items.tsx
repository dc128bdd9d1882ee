import type { ReactNode } from 'react'
import { messages } from '#shop/messages/messages.ts'
import { formatPounds } from '#shop/money/money.ts'
import { PICTURE_SLOTS } from '#shop/picture-key.ts'
import { formatLondonDate } from '#shop/dates/dates.ts'
import { deliveryLine } from '#shop/delivery/delivery-messages.ts'
import type { OrderItem, OrderReceipt } from '#features/orders/order.ts'
import { isOrderOpen } from '#features/orders/order-status.ts'
import { freeAmount, totalAfterRefunds, type Refund } from '#features/orders/refunds/refund.ts'
import { refundMessages } from '#features/orders/refunds/refund-messages.ts'
import { Picture } from '#kit/display/picture.tsx'
import { Price } from '#kit/display/price.tsx'
import { ItemName } from '#features/orders/own-orders/order-items.tsx'

export function ReceiptItems({ order }: { order: OrderReceipt }) {
  const { items, total_amount, status, refunds } = order
  const delivery = deliveryLine(order)
  return (
    <div>
      <table className="receipt-items">
        <caption className="visually-hidden">Items</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className="is-wide">
              Quantity
            </th>
            <th scope="col" className="is-wide">
              Price
            </th>
            <th scope="col">Subtotal</th>
          </tr>
        </thead>
        {items.map((item) => (
          <ItemRows key={item.id} item={item} />
        ))}
        <tfoot>
          <SumRow label={delivery?.label ?? 'Delivery'}>
            <Price pounds={order.delivery_charge} />
          </SumRow>
          <SumRow label={messages.vatWhereDue}>{messages.included}</SumRow>
          <SumRow label="Total" note={isOrderOpen(status) && messages.payOnDelivery} isTotal>
            <Price pounds={total_amount} />
          </SumRow>
          {refunds.map((refund) => (
            <SumRow
              key={refund.id}
              label={refundMessages.refundOf(formatLondonDate(refund.at))}
              note={<RefundNote refund={refund} items={items} />}
            >
              <Price pounds={-refund.amount} />
            </SumRow>
          ))}
          {refunds.length > 0 && (
            <SumRow label={refundMessages.afterRefunds} isTotal>
              <Price pounds={totalAfterRefunds(order)} />
            </SumRow>
          )}
        </tfoot>
      </table>
      <p className="mt-4 text-sm text-muted">{messages.allergyAdviceAtOrderTime}</p>
    </div>
  )
}

function ItemRows({ item }: { item: OrderItem }) {
  const { net_weight, quantity, price, subtotal, allergy_advice, picture } = item
  return (
    <tbody>
      <tr>
        <td>
          <div className="receipt-item">
            {/* Loaded eagerly, because the page may be printed before it is scrolled. */}
            <Picture picture={picture} alt="" slot={PICTURE_SLOTS.thumbnail} isPriority />
            <div className="min-w-0">
              <ItemName item={item} />
              <p className="text-sm text-muted">
                <span>{net_weight}</span>
                <span className="is-narrow">
                  <span>{net_weight && ' · '}</span>
                  <span className="whitespace-nowrap">{`${quantity} × ${formatPounds(price)}`}</span>
                </span>
              </p>
            </div>
          </div>
        </td>
        <td className="is-wide">{quantity}</td>
        <td className="is-wide">
          <Price pounds={price} />
        </td>
        <td className="font-semibold">
          <Price pounds={subtotal} />
        </td>
      </tr>
      {allergy_advice && (
        <tr>
          <td colSpan={4} className="receipt-advice">
            <span className="text-muted">Allergy advice:</span> <span>{allergy_advice}</span>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function RefundNote({ refund, items }: { refund: Refund; items: readonly OrderItem[] }) {
  const free = freeAmount(refund)
  const lines = refund.lines.map(({ order_item_id, quantity, amount }) => {
    const name = items.find(({ id }) => id === order_item_id)?.product_name ?? ''
    return `${quantity} × ${name}: ${formatPounds(amount)}`
  })
  if (refund.delivery_amount > 0)
    lines.push(`${refundMessages.delivery}: ${formatPounds(refund.delivery_amount)}`)
  if (free !== 0) lines.push(`${refundMessages.freeLine(free)}: ${formatPounds(free)}`)
  return [...lines, refundMessages.by(refund.method)].map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}

type SumRowProps = { label: string; note?: ReactNode; isTotal?: boolean; children: ReactNode }

function SumRow({ label, note, isTotal, children }: SumRowProps) {
  return (
    <tr className={isTotal ? 'receipt-total' : undefined}>
      <th scope="row">
        <span>{label}</span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </th>
      <td colSpan={3}>{children}</td>
    </tr>
  )
}
