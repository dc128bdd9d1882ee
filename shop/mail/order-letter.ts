import { formatLondonDate, formatLondonDateTime, formatWeekday } from '../dates.ts'
import { paymentMethodNames } from '../messages.ts'
import { formatPounds } from '../money.ts'
import type { ShopIdentity } from '../identity.ts'
import { CANCELLATION_DAYS, SHORT_ID_LENGTH } from '../spec.ts'
import type { PaymentMethod } from '../spec.ts'
import { greeting } from './letter.ts'
import type { Block, Letter } from './letter.ts'

export type OrderForLetter = {
  id: string
  created_at: string
  /** A London day, YYYY-MM-DD. */
  estimated_delivery: string
  payment_method: PaymentMethod
  total_amount: number
  email: string
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
type From = { identity: ShopIdentity; publicUrl: string }

/** The confirmation that the law wants on a durable medium: what was ordered, for how much, from whom, and how to cancel. */
export function orderConfirmationLetter(order: OrderForLetter, { identity, publicUrl }: From): Letter {
  const number = order.id.slice(0, SHORT_ID_LENGTH).toUpperCase()
  const { shipping_address: to } = order
  const delivery = formatWeekday(order.estimated_delivery)
  return {
    to: { name: to.full_name, address: order.email },
    subject: `Your ${identity.name} order ${number}`,
    preview: `We have your order of ${formatPounds(order.total_amount)} and expect to deliver it on ${delivery}.`,
    title: 'Thank you for your order',
    blocks: [
      { kind: 'paragraph', text: greeting(to.full_name) },
      { kind: 'paragraph', text: 'We have your order and will pack it next. This message confirms it: please keep it.' },
      {
        kind: 'facts',
        facts: [
          { label: 'Order number', value: number },
          { label: 'Placed', value: formatLondonDateTime(order.created_at) },
          { label: 'Expected delivery', value: delivery },
          { label: 'Payment', value: paymentMethodNames[order.payment_method] },
        ],
      },
      itemsBlock(order),
      {
        kind: 'address',
        label: 'Delivery address',
        lines: [to.full_name, ...to.address.split(/\r?\n/), to.city, to.post_code, to.country, to.phone],
      },
      { kind: 'link', text: 'See your order', url: `${publicUrl}/profile/orders` },
      {
        kind: 'paragraph',
        text: 'The allergy advice is that of the product page when you ordered. Please read the label as well before you eat.',
      },
      ...cancellationBlocks(order, identity, number),
    ],
  }
}

function itemsBlock({ items, total_amount }: OrderForLetter): Block {
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
    // D18: nothing is added to the sum of the lines.
    sums: [
      { label: 'Delivery', value: 'no extra charge' },
      { label: 'VAT', value: 'included where it is due' },
    ],
    total: formatPounds(total_amount),
  }
}

/** What a consumer must be told of changing their mind, with the model form of the law (A3). */
function cancellationBlocks(order: OrderForLetter, identity: ShopIdentity, number: string): Block[] {
  const { full_name, address, post_code, city } = order.shipping_address
  const trader = `${identity.company}, ${identity.address.join(', ')}`
  return [
    { kind: 'heading', text: 'Changing your mind' },
    {
      kind: 'paragraph',
      text:
        `You may cancel this order without giving a reason until ${CANCELLATION_DAYS} days after the day on which you, ` +
        `or somebody you name, receive the last of the goods. Tell us by any clear statement: write to ${identity.email} ` +
        `or to ${trader}, or call ${identity.phone}. It is enough to send it before the ${CANCELLATION_DAYS} days are over. ` +
        'You may use the form below, but need not.',
    },
    {
      kind: 'paragraph',
      text:
        `We then give back everything you paid for the goods, with the cost of standard delivery, within ${CANCELLATION_DAYS} ` +
        'days of their return or of your proof of having sent them, by the means you paid with unless you agree to another. ' +
        'Food that was sealed for health or hygiene cannot be returned once it has been unsealed.',
    },
    {
      kind: 'quotation',
      lines: [
        `To ${trader}, ${identity.email}:`,
        `I give notice that I cancel my contract of sale of the following goods: order ${number}.`,
        `Ordered on ${formatLondonDate(order.created_at)}, received on:`,
        `Name: ${full_name}`,
        `Address: ${[...address.split(/\r?\n/), city, post_code].join(', ')}`,
        'Date:',
      ],
    },
    {
      kind: 'paragraph',
      text:
        'If something is damaged, faulty or not what you ordered, tell us and we will put it right. ' +
        'This does not affect your statutory rights.',
    },
  ]
}
