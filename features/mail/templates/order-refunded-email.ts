import { formatLondonDate } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { greeting, type EmailContent } from '#features/mail/rendering/email-content.ts'
import { formatPounds, sumPounds } from '#shop/money/money.ts'
import { shortId } from '#features/orders/order.ts'
import { freeAmount, type RefundMethod } from '#features/orders/refunds/refund.ts'
import {
  refundArrival,
  refundMessages,
  refundMethodLabels,
} from '#features/orders/refunds/refund-messages.ts'
import { orderLinkBlocks } from './order-confirmation-email.ts'
import type { OrderUpdateEmailData } from './order-update-emails.ts'

export type RefundEmailData = {
  amount: number
  /** The part for the delivery charge. */
  delivery_amount: number
  method: RefundMethod
  /** Includes earlier refunds of the order. */
  refunded_so_far: number
  lines: {
    product_name: string
    net_weight: string | null
    quantity: number
    price: number
    amount: number
  }[]
}

/** Never contains the internal reason. */
export function orderRefundedEmail(
  order: OrderUpdateEmailData,
  refund: RefundEmailData,
  { identity, publicUrl }: { identity: ShopIdentity; publicUrl: string },
): EmailContent {
  const number = shortId(order.id)
  const amount = formatPounds(refund.amount)
  const free = freeAmount(refund)
  return {
    to: { name: order.shipping_address.full_name, address: order.email },
    subject: `Your refund for ${identity.name} order ${number}`,
    preview: `We are giving you ${amount} back.`,
    title: `We are giving you ${amount} back`,
    blocks: [
      { kind: 'paragraph', text: greeting(order.shipping_address.full_name) },
      {
        kind: 'paragraph',
        text: `We have refunded ${amount} of your order ${number} of ${formatLondonDate(order.created_at)}. ${refundArrival(refund.method)}`,
      },
      ...(refund.lines.length === 0 && refund.delivery_amount === 0
        ? []
        : [
            {
              kind: 'items' as const,
              items: refund.lines.map((line) => ({
                name: line.product_name,
                net_weight: line.net_weight,
                allergy_advice: null,
                quantity: line.quantity,
                price: formatPounds(line.price),
                subtotal: formatPounds(line.amount),
              })),
              sums: [
                ...(refund.delivery_amount === 0
                  ? []
                  : [{ label: refundMessages.delivery, value: formatPounds(refund.delivery_amount) }]),
                ...(free === 0 ? [] : [{ label: refundMessages.freeLine(free), value: formatPounds(free) }]),
              ],
              totalLabel: 'Refund',
              total: amount,
            },
          ]),
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: number },
          { label: 'Refund', value: amount },
          { label: 'How', value: refundMethodLabels[refund.method] },
          { label: 'You paid', value: formatPounds(order.total_amount) },
          {
            label: refundMessages.afterRefunds,
            value: formatPounds(sumPounds([order.total_amount, -refund.refunded_so_far])),
          },
        ],
      },
      ...orderLinkBlocks('See or print your receipt', order, publicUrl),
      {
        kind: 'paragraph',
        text: `Has the money not come, or is something else not right? Ring ${identity.phone} or write to ${identity.email}.`,
      },
    ],
  }
}
