import { formatWeekday } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { greeting, type EmailContent } from '#features/mail/rendering/email-content.ts'
import { formatPounds } from '#shop/money/money.ts'
import { addressFieldLabels } from '#features/orders/order-details-messages.ts'
import { shortId, type EditedAddressField, type OrderEdit } from '#features/orders/order.ts'
import { rightToCancel } from '#features/orders/cancellation/statutory-cancellation.ts'
import { addressBlock, itemsBlock, orderLinkBlocks } from './order-confirmation-email.ts'
import type { OrderUpdateEmailData } from './order-update-emails.ts'

/** Lists what the shop has changed, and the current order; nothing internal. */
export function orderChangedEmail(
  order: OrderUpdateEmailData,
  changes: OrderEdit,
  { identity, publicUrl }: { identity: ShopIdentity; publicUrl: string },
): EmailContent {
  const number = shortId(order.id)
  const total = formatPounds(order.total_amount)
  return {
    to: { name: order.shipping_address.full_name, address: order.email },
    subject: `Your ${identity.name} order ${number} has changed`,
    preview: `What we changed, and your order as it is now: ${total}.`,
    title: 'Your order has changed',
    blocks: [
      { kind: 'paragraph', text: greeting(order.shipping_address.full_name) },
      {
        kind: 'paragraph',
        text: `We have changed your order ${number}. Below is what is different, and the whole order as it is now. This message takes the place of the earlier ones: please keep it.`,
      },
      { kind: 'heading', text: 'What is different' },
      { kind: 'facts', facts: [...itemFacts(changes), ...otherFacts(changes)] },
      { kind: 'heading', text: 'Your order now' },
      itemsBlock(order),
      ...(changes.address ? [addressBlock(order)] : []),
      ...orderLinkBlocks('See or print your order', order, publicUrl),
      {
        kind: 'paragraph',
        text: `Is this not what you asked for? Ring ${identity.phone} or write to ${identity.email}.`,
      },
      { kind: 'paragraph', text: rightToCancel(identity) },
    ],
  }
}

const itemFacts = ({ items = [] }: OrderEdit) =>
  items.map(({ name, from, to }) => ({
    label: name,
    value: from === 0 ? `${to}, added` : to === 0 ? `removed, was ${from}` : `${to} instead of ${from}`,
  }))

function otherFacts({ estimated_delivery, total_amount, delivery_charge, address = {} }: OrderEdit) {
  // Shows both values of a date or total; of an address, the complete new one.
  const fields = (Object.keys(addressFieldLabels) as EditedAddressField[]).filter((field) => address[field])
  return [
    ...(fields.length > 0
      ? [{ label: 'Delivery address', value: `${listFields(fields)} changed, as below` }]
      : []),
    ...(estimated_delivery
      ? [
          {
            label: 'Expected delivery',
            value: `${formatWeekday(estimated_delivery.to)} instead of ${formatWeekday(estimated_delivery.from)}`,
          },
        ]
      : []),
    ...(delivery_charge
      ? [
          {
            label: 'Delivery charge',
            value: `${formatPounds(delivery_charge.to)} instead of ${formatPounds(delivery_charge.from)}`,
          },
        ]
      : []),
    ...(total_amount
      ? [
          {
            label: 'Total',
            value: `${formatPounds(total_amount.to)} instead of ${formatPounds(total_amount.from)}`,
          },
        ]
      : []),
  ]
}

const listFields = (fields: readonly EditedAddressField[]) => {
  const [first = '', ...rest] = fields.map((field) => addressFieldLabels[field])
  return [first, ...rest.map((label) => label.toLowerCase())].join(', ')
}
