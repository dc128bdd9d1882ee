/** The sums of an order's refunds in pence, calculated without the shop's functions. */
export type ModelRefunds = {
  version: number
  amount: number
  delivery: number
  quantities: Map<string, number>
}
export type RefundOperation = {
  event: 'refunded'
  order: string
  version: number
  lines: { product_id: string; quantity: number }[]
  hasDelivery: boolean
  /** In pounds. */
  free: number
  isRestocked: boolean
}
type RefundedOrder = {
  wasDelivered: boolean
  payment: string | null
  lines: ReadonlyMap<string, number>
  /** In pence. */
  charge: number
  refunds: ModelRefunds
}

export const noRefunds = (): ModelRefunds => ({
  version: -1,
  amount: 0,
  delivery: 0,
  quantities: new Map<string, number>(),
})

/** Adds a refund, and returns its errors. */
export function applyRefund(
  { order: id, version, lines, hasDelivery, free, isRestocked }: RefundOperation,
  { wasDelivered, payment, lines: bought, charge, refunds }: RefundedOrder,
  prices: ReadonlyMap<string, number>,
  expectReturn: (product: string, quantity: number) => void,
): string[] {
  const wrong: string[] = []
  const priceOf = (product: string) => Math.round(prices.get(product)! * 100)
  const refunded = lines.filter(({ quantity }) => quantity > 0)
  if (!wasDelivered) wrong.push(`order ${id} was refunded before it was delivered`)
  if (payment === 'not-paid') wrong.push(`order ${id} was refunded and never paid`)
  if (version <= refunds.version) wrong.push(`order ${id} was refunded twice from version ${version}`)
  refunds.version = version
  const total = [...bought].reduce((sum, [product, quantity]) => sum + priceOf(product) * quantity, charge)
  const deliveryLeft = charge - refunds.delivery
  const left = [...bought].map(
    ([product, quantity]) => [product, quantity - (refunds.quantities.get(product) ?? 0)] as const,
  )
  const isWhole =
    free === 0 &&
    (hasDelivery || deliveryLeft === 0) &&
    left.every(
      ([product, quantity]) =>
        quantity === (refunded.find(({ product_id }) => product_id === product)?.quantity ?? 0),
    )
  const ofItems = refunded.reduce(
    (sum, { product_id, quantity }) => sum + priceOf(product_id) * quantity,
    Math.round(free * 100),
  )
  const ofDelivery = hasDelivery ? deliveryLeft : 0
  refunds.amount += isWhole ? total - refunds.amount : ofItems + ofDelivery
  refunds.delivery += ofDelivery
  for (const { product_id, quantity } of refunded) {
    const before = refunds.quantities.get(product_id) ?? 0
    refunds.quantities.set(product_id, before + quantity)
    if (before + quantity > (bought.get(product_id) ?? 0))
      wrong.push(`order ${id}: ${before + quantity} of ${product_id} were refunded`)
    if (isRestocked) expectReturn(product_id, quantity)
  }
  if (refunds.amount > total) wrong.push(`order ${id} cost ${total} and ${refunds.amount} were refunded`)
  return wrong
}
