import { formatDay, type Day } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { EmailContent } from '#shop/mail/rendering/email-content.ts'
import { shortId } from '#shop/orders/order.ts'

export type RecallEmailData = {
  product_name: string
  net_weight: string | null
  customer_text: string
  batches: { batch_number: string | null; best_before: Day | null }[]
  order_ids: string[]
}

export function productRecallEmail(
  { product_name, net_weight, customer_text, batches, order_ids }: RecallEmailData,
  address: string,
  { identity }: { identity: ShopIdentity },
): EmailContent {
  const product = net_weight ? `${product_name} (${net_weight})` : product_name
  // A batch without number and date cannot be told apart: the recall is of all of it.
  const isNamed = batches.every(
    ({ batch_number, best_before }) => batch_number !== null || best_before !== null,
  )
  const labels = batches.map(({ batch_number, best_before }) =>
    [batch_number, best_before && `best before ${formatDay(best_before)}`].filter(Boolean).join(', '),
  )
  return {
    to: { name: '', address },
    subject: `Important: recall of ${product_name}`,
    preview: 'You have bought a product that we recall. Please read what to do.',
    title: `We recall ${product_name}`,
    blocks: [
      { kind: 'paragraph', text: 'Hello,' },
      { kind: 'paragraph', text: `you have bought ${product} from ${identity.name}, and we recall it.` },
      ...customer_text
        .split(/\n{2,}/)
        .map((text) => ({ kind: 'paragraph' as const, text: text.trim() }))
        .filter(({ text }) => text !== ''),
      {
        kind: 'facts',
        facts: [
          { label: 'Product', value: product },
          { label: 'Batches', value: isNamed && labels.length > 0 ? labels.join('; ') : 'all' },
          { label: 'Your orders', value: order_ids.map((id) => `#${shortId(id)}`).join(', ') },
        ],
      },
      { kind: 'paragraph', text: `Questions? Answer this email, or call ${identity.phone}.` },
    ],
  }
}
