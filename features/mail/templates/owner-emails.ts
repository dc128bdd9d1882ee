import { salesMessages } from '#features/dashboard/dashboard-messages.ts'
import { addDays, formatDay, formatLondonDateTime, formatWeekday, type Day } from '#shop/dates/dates.ts'
import { deliveryServiceLabels } from '#shop/delivery/delivery-messages.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { Block, EmailContent } from '#features/mail/rendering/email-content.ts'
import { defuseLinks, safeName } from '#features/mail/rendering/untrusted-text.ts'
import { formatPounds } from '#shop/money/money.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { shortId } from '#features/orders/order.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { addressBlock, itemsBlock, type OrderEmailData } from './order-confirmation-email.ts'

type EmailSender = { identity: ShopIdentity; publicUrl: string }
export type OwnerDigest = {
  day: Day
  overdue: number
  due: number
  later: number
  placed: number
  /** In pounds, without cancelled orders. */
  sales: number
  /** Part of the sales. */
  delivery: number
  failed_emails: number
  low_stock: number
  low_stock_products: { name: string; net_weight: string | null; stock: number }[]
}

const ordersOf = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`)

/** Sent to the owner, at `order.email`. Text typed by the customer cannot become a link. */
export function newOrderEmail(order: OrderEmailData, { publicUrl }: EmailSender): EmailContent {
  const number = shortId(order.id)
  const { full_name, city } = order.shipping_address
  const [name, town] = [safeName(full_name), defuseLinks(city)]
  const total = formatPounds(order.total_amount)
  return {
    to: { name: '', address: order.email },
    subject: `New order ${number}: ${total}`,
    preview: `${name}, ${town}`,
    title: `New order ${number}`,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Placed', value: formatLondonDateTime(order.created_at) },
          { label: 'Expected delivery', value: formatWeekday(order.estimated_delivery) },
          ...(order.delivery_service === 'express'
            ? [{ label: 'Service', value: deliveryServiceLabels.express }]
            : []),
          { label: 'Payment', value: paymentMethodLabels[order.payment_method] },
        ],
      },
      itemsBlock(order),
      addressBlock(order),
      { kind: 'link', text: 'Open the order', url: `${publicUrl}/admin/orders/${order.id}` },
    ],
  }
}

/** Sent to the owner, at `address`: what to do today, and how yesterday went. */
export function ownerDigestEmail(
  digest: OwnerDigest,
  address: string,
  { identity, publicUrl }: EmailSender,
): EmailContent {
  const { day, overdue, due, later, placed, sales, delivery, failed_emails } = digest
  const ofWhichDelivery = delivery > 0 ? ` (${salesMessages.ofWhichDelivery(formatPounds(delivery))})` : ''
  const toSend = overdue + due
  return {
    to: { name: '', address },
    subject: `${identity.name}, ${formatDay(day)}: ${toSend === 0 ? 'nothing to send' : `${ordersOf(toSend)} to send`}`,
    preview: `Yesterday: ${ordersOf(placed)}, ${formatPounds(sales)}`,
    title: `Your ${formatWeekday(day).split(' ')[0]}`,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'To send today', value: ordersOf(due) },
          ...(overdue > 0 ? [{ label: 'Overdue', value: ordersOf(overdue) }] : []),
          ...(later > 0 ? [{ label: 'To send tomorrow', value: ordersOf(later) }] : []),
          {
            label: `Placed on ${formatDay(addDays(day, -1))}`,
            value: `${ordersOf(placed)}, ${formatPounds(sales)}${ofWhichDelivery}`,
          },
          ...(failed_emails > 0
            ? [{ label: 'Emails that could not be sent', value: formatCount(failed_emails) }]
            : []),
        ],
      },
      { kind: 'link', text: 'Go to the orders', url: `${publicUrl}/admin/orders` },
      ...lowStockBlocks(digest, publicUrl),
    ],
  }
}

export type LowStockProduct = { id: string; name: string; net_weight: string | null; stock: number }

/** Sent to the owner, at `address`. `threshold` is the one that was crossed; the stock is the current one. */
export function lowStockEmail(
  { id, name, net_weight, stock }: LowStockProduct,
  threshold: number,
  address: string,
  { publicUrl }: EmailSender,
): EmailContent {
  const left = stock === 0 ? 'sold out' : `${formatCount(stock)} left`
  return {
    to: { name: '', address },
    subject: `${name}: ${left}`,
    preview: `Its stock fell below ${formatCount(threshold)}.`,
    title: `${name}: ${left}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `The stock of ${net_weight ? `${name}, ${net_weight},` : name} fell below ${formatCount(threshold)}. You get this email once, until there is more and it falls again.`,
      },
      { kind: 'link', text: 'Open the product', url: `${publicUrl}/admin/products?show=low&edit=${id}` },
    ],
  }
}

function lowStockBlocks({ low_stock, low_stock_products }: OwnerDigest, publicUrl: string): Block[] {
  if (low_stock === 0) return []
  const more = low_stock - low_stock_products.length
  return [
    { kind: 'heading', text: 'Low stock' },
    {
      kind: 'facts',
      facts: [
        ...low_stock_products.map(({ name, net_weight, stock }) => ({
          label: net_weight ? `${name}, ${net_weight}` : name,
          value: stock === 0 ? 'sold out' : `${stock} left`,
        })),
        ...(more > 0 ? [{ label: 'And more', value: formatCount(more) }] : []),
      ],
    },
    { kind: 'link', text: 'Go to the products', url: `${publicUrl}/admin/products?show=low` },
  ]
}
