import { formatLondonDateTime, formatWeekday } from '#shop/dates/dates.ts'
import { deliveryLine } from '#shop/delivery/delivery-messages.ts'
import type { DeliveryService } from '#shop/delivery/delivery-rates.ts'
import { messages } from '#shop/messages/messages.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { formatPounds } from '#shop/money/money.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import {
  cancellationForm,
  faultyItems,
  cancellationFormOptional,
  refundOnCancelling,
  returnPostage,
  rightToCancel,
} from '#features/orders/cancellation/statutory-cancellation.ts'
import { shortId } from '#features/orders/order.ts'
import type { PaymentMethod } from '#shop/constants.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import { greeting } from '#features/mail/rendering/email-content.ts'
import type { Block, EmailContent } from '#features/mail/rendering/email-content.ts'
import { defuseLinks } from '#features/mail/rendering/untrusted-text.ts'

export type OrderEmailData = {
  id: string
  /** The status when the email is sent, which may be long after the order was placed. */
  status: OrderStatus
  created_at: string
  estimated_delivery: string
  payment_method: PaymentMethod
  total_amount: number
  delivery_service: DeliveryService
  delivery_rate: number | null
  delivery_charge: number
  email: string
  /** Set if staff placed the order, whose customer may have no account. */
  by_phone?: { has_account: boolean } | null
  shipping_address: {
    full_name: string
    phone: string
    address: string
    post_code: string
    city: string
    country: string
  }
  items: {
    product_name: string
    net_weight: string | null
    allergy_advice: string | null
    quantity: number
    price: number
    subtotal: number
  }[]
}
type EmailSender = { identity: ShopIdentity; publicUrl: string }

/** Required by law on a durable medium: items, prices, seller, and how to cancel. */
export function orderConfirmationEmail(
  order: OrderEmailData,
  { identity, publicUrl }: EmailSender,
): EmailContent {
  const number = shortId(order.id)
  const { shipping_address: to } = order
  const delivery = formatWeekday(order.estimated_delivery)
  return {
    to: { name: to.full_name, address: order.email },
    subject: `Your ${identity.name} order ${number}`,
    preview: `We have your order of ${formatPounds(order.total_amount)} and expect to deliver it on ${delivery}.`,
    title: 'Thank you for your order',
    blocks: [
      { kind: 'paragraph', text: greeting(to.full_name) },
      { kind: 'paragraph', text: receivedText(order) },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: number },
          { label: 'Placed', value: formatLondonDateTime(order.created_at) },
          { label: 'Expected delivery', value: delivery },
          { label: 'Payment', value: paymentMethodLabels[order.payment_method] },
        ],
      },
      itemsBlock(order),
      addressBlock(order),
      ...orderLinkBlocks('See, print or cancel your order', order, publicUrl),
      { kind: 'paragraph', text: messages.allergyAdviceAtOrderTime },
      ...cancellationBlocks(order, identity, number),
    ],
  }
}

/** The order may have progressed or been cancelled while the email waited. */
const receivedText = ({ status, by_phone }: OrderEmailData) => {
  const order = by_phone ? 'the order that you gave us by phone' : 'your order'
  return status === 'pending'
    ? `We have ${order} and will pack it next. This message confirms it: please keep it.`
    : `This message confirms ${order}: please keep it.`
}

/** Without an account there is no page to link to. */
export const orderLinkBlocks = (
  text: string,
  { id, by_phone }: Pick<OrderEmailData, 'id' | 'by_phone'>,
  publicUrl: string,
): Block[] =>
  by_phone?.has_account === false ? [] : [{ kind: 'link', text, url: `${publicUrl}/profile/orders/${id}` }]

/** The customer typed the address, so it is untrusted text. */
export function addressBlock({ shipping_address: to }: OrderEmailData): Block {
  const lines = [to.full_name, ...to.address.split(/\r?\n/), to.city, to.post_code, to.country, to.phone]
  return { kind: 'address', label: 'Delivery address', lines: lines.map(defuseLinks) }
}

export function itemsBlock(order: OrderEmailData): Block {
  const { items, total_amount } = order
  return {
    kind: 'items',
    items: items.map(({ product_name, net_weight, allergy_advice, quantity, price, subtotal }) => ({
      name: product_name,
      net_weight,
      allergy_advice,
      quantity,
      price: formatPounds(price),
      subtotal: formatPounds(subtotal),
    })),
    sums: [
      deliveryLine(order) ?? { label: 'Delivery', value: 'no extra charge' },
      { label: messages.vatWhereDue, value: messages.included },
    ],
    total: formatPounds(total_amount),
  }
}

function cancellationBlocks(order: OrderEmailData, identity: ShopIdentity, number: string): Block[] {
  return [
    { kind: 'heading', text: 'Changing your mind' },
    { kind: 'paragraph', text: `${rightToCancel(identity)} ${cancellationFormOptional}` },
    { kind: 'paragraph', text: refundOnCancelling },
    { kind: 'paragraph', text: returnPostage },
    { kind: 'quotation', lines: cancellationForm(buyerWithoutLinks(order), identity, number) },
    { kind: 'paragraph', text: faultyItems },
  ]
}

function buyerWithoutLinks(order: OrderEmailData): OrderEmailData {
  const { shipping_address: to } = order
  const { full_name, address, city, post_code } = to
  const [name, street, town, code] = [full_name, address, city, post_code].map(defuseLinks)
  return {
    ...order,
    shipping_address: { ...to, full_name: name!, address: street!, city: town!, post_code: code! },
  }
}
