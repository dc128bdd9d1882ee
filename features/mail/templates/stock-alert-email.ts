import { formatLondonDateTime, type Instant } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import { formatPounds } from '#shop/money/money.ts'

export type StockAlertProduct = {
  name: string
  slug: string
  price: number
  net_weight: string | null
  isInStock: boolean
}
type StockAlert = StockAlertProduct & { email: string; stop_token: string; queued_at: Instant }

/** Contains nothing that the requester typed, because the address may be somebody else's. */
export function stockAlertEmail(
  { name, slug, price, net_weight, isInStock, email, stop_token, queued_at }: StockAlert,
  { identity, publicUrl }: { identity: ShopIdentity; publicUrl: string },
): EmailContent {
  const stopUrl = `${publicUrl}/stock-alerts?token=${stop_token}`
  const product = net_weight ? `${name} (${net_weight})` : name
  return {
    to: { name: '', address: email },
    subject: isInStock ? `${name} is back in stock` : `${name} was back in stock`,
    preview: 'You asked to be told once. This is that email.',
    title: isInStock ? `${name} is back` : `${name} was back, and has gone again`,
    blocks: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: isInStock
          ? `Since ${formatLondonDateTime(queued_at)} we have ${product} again, at ${formatPounds(price)}. Nothing is put aside, so it may sell out.`
          : `On ${formatLondonDateTime(queued_at)} we had ${product} again, but it cannot be bought at this moment.`,
      },
      {
        kind: 'link',
        text: isInStock ? 'See the product' : 'See whether it is there',
        url: `${publicUrl}/products/${slug}`,
      },
      {
        kind: 'paragraph',
        text:
          `Somebody, most likely you, entered this address at ${identity.name} to be told once. It is now deleted from the list for this product, ` +
          'and we use it for nothing else. If the address is on the list for other products, one click takes it off all of them.',
      },
      { kind: 'link', text: 'Stop these emails', url: stopUrl },
    ],
    unsubscribeUrl: stopUrl,
  }
}
