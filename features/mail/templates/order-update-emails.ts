import { formatLondonDate, formatLondonDateTime, formatLondonTime, formatWeekday } from '#shop/dates/dates.ts'
import { untilAddressIsConfirmed } from '#shop/messages/unverified-address-message.ts'
import { formatPounds } from '#shop/money/money.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { faultyItems, rightToCancel } from '#features/orders/cancellation/statutory-cancellation.ts'
import { paymentMethodLabels } from '#features/orders/order-labels.ts'
import { shortId } from '#features/orders/order.ts'
import type { OrderStatus } from '#features/orders/order-status.ts'
import { findTracking, type TrackedOrder } from '#features/orders/tracking/carriers.ts'
import { trackingMessages } from '#features/orders/order-details-messages.ts'
import type { MailKind } from '#features/mail/outbox/mail-kinds.ts'
import { greeting } from '#features/mail/rendering/email-content.ts'
import type { Block, EmailContent } from '#features/mail/rendering/email-content.ts'
import { addressBlock, itemsBlock, orderLinkBlocks, type OrderEmailData } from './order-confirmation-email.ts'

type EmailSender = { identity: ShopIdentity; publicUrl: string }
export type OrderUpdateEmailData = OrderEmailData & TrackedOrder & { actual_delivery: string | null }
/** `refunded_amount`: refunded so far, in pounds. */
export type Cancellation = {
  from_status: OrderStatus | null
  customer_note: string | null
  refunded_amount: number
}

export function orderShippedEmail(
  order: OrderUpdateEmailData,
  { identity, publicUrl }: EmailSender,
): EmailContent {
  const number = shortId(order.id)
  const [day, total] = [formatWeekday(order.estimated_delivery), formatPounds(order.total_amount)]
  const isPaidAtDoor = order.payment_method === 'cod'
  const tracking = findTracking(order)
  return {
    to: { name: order.shipping_address.full_name, address: order.email },
    subject: `Your ${identity.name} order ${number} is on its way`,
    preview: isPaidAtDoor
      ? `We expect to be at your door on ${day}. Please have ${total} ready.`
      : `We expect to be at your door on ${day}.`,
    title: 'Your order is on its way',
    blocks: [
      { kind: 'paragraph', text: greeting(order.shipping_address.full_name) },
      {
        kind: 'paragraph',
        text: isPaidAtDoor
          ? `Your order has left us, and we expect to be at your door on ${day}. Please be at home with ${total}: you pay the driver, in cash or by card.`
          : `Your order has left us, and we expect to be at your door on ${day}. Please be at home to take it in.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: number },
          { label: 'Expected delivery', value: day },
          { label: isPaidAtDoor ? 'To pay at the door' : 'Total', value: total },
          { label: 'Payment', value: paymentMethodLabels[order.payment_method] },
          ...(tracking?.carrierName
            ? [{ label: trackingMessages.carrier, value: tracking.carrierName }]
            : []),
          ...(tracking ? [{ label: trackingMessages.number, value: tracking.number }] : []),
        ],
      },
      ...(tracking?.url ? [{ kind: 'link' as const, text: trackingMessages.follow, url: tracking.url }] : []),
      addressBlock(order),
      ...orderLinkBlocks('See your order', order, publicUrl),
      { kind: 'paragraph', text: `Not at home that day, or no longer want it? ${contactText(identity)}` },
    ],
  }
}

export function orderDeliveredEmail(
  order: OrderUpdateEmailData,
  { identity, publicUrl }: EmailSender,
): EmailContent {
  const number = shortId(order.id)
  const delivered = order.actual_delivery
  return {
    to: { name: order.shipping_address.full_name, address: order.email },
    subject: `Your ${identity.name} order ${number} was delivered`,
    preview: 'Your receipt, and what to do if anything is not as it should be.',
    title: 'Your order was delivered',
    blocks: [
      { kind: 'paragraph', text: greeting(order.shipping_address.full_name) },
      {
        kind: 'paragraph',
        text: `Your order was delivered. Thank you for shopping with us. If it has not reached you, tell us at once. ${contactText(identity)}`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: number },
          ...(delivered ? [{ label: 'Delivered', value: formatLondonDateTime(delivered) }] : []),
          { label: 'Payment', value: paymentMethodLabels[order.payment_method] },
        ],
      },
      itemsBlock(order),
      ...orderLinkBlocks('See or print your receipt', order, publicUrl),
      { kind: 'paragraph', text: faultyItems },
      { kind: 'paragraph', text: rightToCancel(identity) },
    ],
  }
}

/** Sent only if the shop cancels; contains the note to the customer, never the internal reason. */
export function orderCancelledEmail(
  order: OrderUpdateEmailData,
  { from_status, customer_note, refunded_amount }: Cancellation,
  { identity, publicUrl }: EmailSender,
): EmailContent {
  const number = shortId(order.id)
  return {
    to: { name: order.shipping_address.full_name, address: order.email },
    subject: `Your ${identity.name} order ${number} was cancelled`,
    preview: `We had to cancel your order of ${formatPounds(order.total_amount)}.`,
    title: 'We have cancelled your order',
    blocks: [
      { kind: 'paragraph', text: greeting(order.shipping_address.full_name) },
      {
        kind: 'paragraph',
        text: `We are sorry: we have cancelled your order ${number} of ${formatLondonDate(order.created_at)}. ${consequenceText(order, from_status, refunded_amount)}`,
      },
      ...toLines(customer_note).map((text): Block => ({ kind: 'paragraph', text })),
      itemsBlock(order),
      ...orderLinkBlocks('See the order', order, publicUrl),
      { kind: 'paragraph', text: `Questions, or still want it? ${contactText(identity)}` },
    ],
  }
}

/** Acknowledges the customer's cancellation, as regulation 32 of the Consumer Contracts Regulations 2013 requires. */
export function orderCancellationReceivedEmail(
  order: OrderUpdateEmailData,
  { cancelled_at }: { cancelled_at: string },
  { identity, publicUrl }: EmailSender,
): EmailContent {
  const number = shortId(order.id)
  const money = moneyAfterCancellation(order)
  return {
    to: { name: order.shipping_address.full_name, address: order.email },
    subject: `You cancelled your ${identity.name} order ${number}`,
    preview: `It will not be delivered, and ${money}.`,
    title: 'Your order is cancelled',
    blocks: [
      { kind: 'paragraph', text: greeting(order.shipping_address.full_name) },
      {
        kind: 'paragraph',
        text: `We received your cancellation of order ${number} on ${formatLondonDate(cancelled_at)} at ${formatLondonTime(cancelled_at)}. It will not be delivered, and ${money}.`,
      },
      itemsBlock(order),
      ...orderLinkBlocks('See the order', order, publicUrl),
      {
        kind: 'paragraph',
        text: `If you did not cancel it, ring ${identity.phone} or write to ${identity.email}.`,
      },
    ],
  }
}

const moneyAfterCancellation = ({ payment_method }: OrderUpdateEmailData) =>
  payment_method === 'cod' ? 'you pay nothing' : 'what you paid is given back'

const toLines = (text: string | null) => (text ?? '').split(/\r?\n/).filter((line) => line.trim() !== '')

function consequenceText(
  order: OrderUpdateEmailData,
  from_status: OrderStatus | null,
  refunded: number,
): string {
  if (from_status === 'delivered') {
    if (refunded === 0) return 'We will arrange with you what happens to the goods and to what you paid.'
    const given = `You have been refunded ${formatPounds(refunded)}`
    return refunded < order.total_amount
      ? `${given}. We will arrange with you what happens to the goods and to the rest of what you paid.`
      : `${given}, all that you paid. If you still have the goods, we will arrange with you what happens to them.`
  }
  const money = moneyAfterCancellation(order)
  if (from_status === 'shipped') return `If it still comes to your door, please do not take it in: ${money}.`
  return `It will not be delivered, and ${money}.`
}

/** An unverified address gets few order emails. A cancelled order needs no offer to cancel it. */
export function withVerificationRequest(
  content: EmailContent,
  kind: string,
  url: string,
  { identity }: Pick<EmailSender, 'identity'>,
): EmailContent {
  const [greetingBlock, intro, ...rest] = content.blocks
  const request: Block[] = [
    { kind: 'heading', text: 'Please confirm your email address' },
    {
      kind: 'paragraph',
      text: `${untilAddressIsConfirmed} Your account shows how far your orders have come.`,
    },
    { kind: 'link', text: 'Confirm my address', url },
    {
      kind: 'paragraph',
      text:
        kind === ('order-cancellation-received' satisfies MailKind)
          ? linkLifetime
          : `${linkLifetime} If you have ordered nothing, do not use it: somebody gave us your address. Tell us, and we cancel the order. ${contactText(identity)}`,
    },
    { kind: 'heading', text: 'Your order' },
  ]
  return { ...content, blocks: [greetingBlock!, intro!, ...request, ...rest] }
}

const linkLifetime = 'The link works for one day.'

const contactText = ({ phone, email }: ShopIdentity) => `Ring ${phone} or write to ${email}.`
