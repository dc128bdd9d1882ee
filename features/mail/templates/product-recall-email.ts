import { formatDay, type Day } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { Block, EmailContent } from '#features/mail/rendering/email-content.ts'
import { shortId } from '#features/orders/order.ts'

type RecallEmailBatch = {
  id: string
  is_unrecorded: boolean
  batch_number: string | null
  best_before: Day | null
}

export type RecallEmailData = {
  product_name: string
  net_weight: string | null
  /** Written by the owner for customers who have the product or will get it soon. */
  customer_text: string
  /** The recalled batches that this customer has. */
  batches: readonly RecallEmailBatch[]
  order_ids: readonly string[]
  not_sent: readonly string[]
  not_paid: readonly string[]
  /** Delivered, but without a recorded payment. */
  not_recorded: readonly string[]
}

export function productRecallEmail(
  recall: RecallEmailData,
  address: string,
  { identity }: { identity: ShopIdentity },
): EmailContent {
  const { product_name, net_weight, customer_text, batches, order_ids, not_sent, not_paid, not_recorded } =
    recall
  const product = net_weight ? `${product_name} (${net_weight})` : product_name
  const notSent = order_ids.filter((id) => not_sent.includes(id))
  const sent = order_ids.filter((id) => !not_sent.includes(id))
  const notPaid = sent.filter((id) => not_paid.includes(id))
  const notRecorded = sent.filter((id) => not_recorded.includes(id))
  const paid = sent.filter((id) => !not_paid.includes(id) && !not_recorded.includes(id))
  const isSent = sent.length > 0
  return {
    to: { name: '', address },
    subject: isSent
      ? `Important: recall of ${product_name}`
      : `Recall of ${product_name}: your order has not been sent`,
    preview: isSent
      ? 'We are recalling a product that you ordered. Please read what to do.'
      : 'You do not need to do anything.',
    title: `We are recalling ${product_name}`,
    blocks: [
      { kind: 'paragraph', text: 'Hello,' },
      { kind: 'paragraph', text: `we are recalling ${product}, which you ordered from ${identity.name}.` },
      ...(isSent ? paragraphs(customer_text) : []),
      ...ordersParagraph(
        paid,
        (orders) => `You have paid for ${orders}. To get your money back, answer this email.`,
      ),
      ...ordersParagraph(
        notRecorded,
        (orders) =>
          `If you have paid for ${orders}, answer this email to get your money back. If you have not, you do not have to pay for the recalled packs.`,
      ),
      ...ordersParagraph(
        notPaid,
        (orders) =>
          `You have not paid for ${orders} yet, and you do not have to pay for the recalled packs. If you are asked for the money at the door, we give it back: answer this email.`,
      ),
      ...ordersParagraph(
        notSent,
        (orders) =>
          `We have not sent ${orders} yet. Before we do, we replace the recalled packs, or write to you if we cannot. You do not need to do anything.`,
      ),
      {
        kind: 'facts',
        facts: [
          { label: 'Product', value: product },
          { label: 'Batches', value: describeBatches(batches) },
          { label: 'Your orders', value: numbersOf(order_ids) },
        ],
      },
      { kind: 'paragraph', text: `Questions? Answer this email, or call ${identity.phone}.` },
    ],
  }
}

const paragraphs = (text: string): Block[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ kind: 'paragraph', text: part }))

const numbersOf = (ids: readonly string[]) => ids.map((id) => `#${shortId(id)}`).join(', ')

const ordersParagraph = (ids: readonly string[], describe: (orders: string) => string): Block[] =>
  ids.length === 0
    ? []
    : [{ kind: 'paragraph', text: describe(`${ids.length === 1 ? 'order' : 'orders'} ${numbersOf(ids)}`) }]

/** What is printed on the packs. Packs without a recorded batch can only be identified by their order. */
function describeBatches(batches: readonly RecallEmailBatch[]): string {
  const recorded = batches.filter(({ is_unrecorded }) => !is_unrecorded)
  if (recorded.length === 0) return 'every pack from these orders'
  const labels = recorded.map(({ batch_number, best_before }) =>
    [batch_number ?? 'without a batch number', best_before && `best before ${formatDay(best_before)}`]
      .filter(Boolean)
      .join(', '),
  )
  return [
    ...labels,
    ...(recorded.length < batches.length ? ['packs from these orders whose batch we did not record'] : []),
  ].join('; ')
}
