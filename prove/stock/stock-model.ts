import { applyRefund, noRefunds, type ModelRefunds, type RefundOperation } from './refund-model.ts'

/** A sequential model of the acknowledged operations, in the order of the database history. */
type Line = { product_id: string; quantity: number }
/** In pounds, as the customer saw them; null while charges are off. */
export type AgreedDelivery = { service: string; rate: number; free_over: number | null } | null
export type DeliveredLine = { product: string; quantity: number; batch_number: string; best_before: string }
export type Operation =
  | { event: 'placed'; order: string; lines: Line[]; delivery: AgreedDelivery }
  | { event: 'moved'; order: string; from: string; to: string }
  | { event: 'edited'; order: string; version: number; lines: Line[] }
  | { event: 'exchanged'; order: string }
  | { event: 'cancelled'; order: string }
  | RefundOperation
  | { event: 'adjusted'; product: string; change: number; reason: string }
  | { event: 'delivered'; reason: string; lines: DeliveredLine[] }
  | { event: 'recalled'; batch: string }
  /** The ledger rows are compared with the lines of the stock-take. */
  | { event: 'counted'; take: string; reason: string }

type OrderOperation = Extract<Operation, { order: string }>
const isOfOrder = (operation: Operation): operation is OrderOperation => 'order' in operation

export type RecordedState = {
  history: {
    order_id: string
    event: string
    from_status: string | null
    to_status: string | null
    /** Set by a 'payment-recorded' event. */
    payment: string | null
  }[]
  ledger: {
    product_id: string
    order_id: string | null
    quantity_change: number
    action_type: string
    reason: string
    stock_after: number
  }[]
  stock: { id: string; stock: number }[]
  orders: {
    id: string
    status: string
    total_amount: number
    delivery_service: string
    delivery_charge: number
    door_payment: string | null
    refunded: number
    refunded_delivery: number
    items: Line[]
  }[]
}
type ModelOrder = {
  status: string
  lines: Map<string, number>
  edited: number
  delivery: AgreedDelivery
  wasDelivered: boolean
  payment: string | null
  refunds: ModelRefunds
}

/** In pence, without the shop's functions. */
function agreedCharge(delivery: AgreedDelivery, items: number): number {
  if (!delivery) return 0
  const { rate, free_over } = delivery
  const isFree = free_over !== null && items > Math.round(free_over * 100)
  return isFree ? 0 : Math.round(rate * 100)
}

export function findDifferences(
  done: readonly Operation[],
  records: RecordedState,
  prices: ReadonlyMap<string, number>,
): string[] {
  const wrong: string[] = []
  const orders = new Map<string, ModelOrder>()
  const orderOf = (id: string): ModelOrder =>
    orders.get(id) ?? {
      status: 'nothing',
      lines: new Map<string, number>(),
      edited: 0,
      delivery: null,
      wasDelivered: false,
      payment: null,
      refunds: noRefunds(),
    }
  const costOf = (lines: Iterable<readonly [string, number]>) =>
    [...lines].reduce(
      (sum, [product, quantity]) => sum + Math.round(prices.get(product)! * 100) * quantity,
      0,
    )
  const expectedChanges = new Map<string, number[]>()
  const expectChange = (product: string, key: string, change: number) => {
    if (change !== 0)
      expectedChanges.set(`${product} ${key}`, [...(expectedChanges.get(`${product} ${key}`) ?? []), change])
  }
  const waiting = new Map<string, OrderOperation[]>()
  const keyOf = (operation: OrderOperation) =>
    `${operation.order} ${operation.event}${operation.event === 'moved' ? ` ${operation.from}` : ''}`
  for (const operation of done.filter(isOfOrder))
    waiting.set(keyOf(operation), [...(waiting.get(keyOf(operation)) ?? []), operation])
  // Concurrent edits and refunds are ordered by the version that they saw.
  for (const list of waiting.values())
    list.sort((a, b) => ('version' in a && 'version' in b ? a.version - b.version : 0))
  // Cancelling a cancelled order is acknowledged too, but happens once.
  for (const [key, list] of waiting) if (key.endsWith(' cancelled')) list.splice(1)

  for (const { order_id, event, from_status, to_status, payment } of records.history) {
    if (event === 'payment-recorded') {
      orderOf(order_id).payment = payment
      continue
    }
    const operation = waiting
      .get(`${order_id} ${event}${event === 'moved' ? ` ${from_status}` : ''}`)
      ?.shift()
    if (!operation)
      wrong.push(`order ${order_id} was ${event} (${from_status} → ${to_status}), which nobody was told`)
    else apply(operation)
  }
  for (const operation of done) {
    if (operation.event === 'adjusted') expectChange(operation.product, operation.reason, operation.change)
    if (operation.event === 'delivered')
      for (const { product, quantity } of operation.lines) expectChange(product, operation.reason, quantity)
  }
  for (const [key, remaining] of waiting)
    if (remaining.length > 0) wrong.push(`somebody was told of ${key}, which is not in the books`)

  const running = new Map<string, number>()
  const exchanged = new Map<string, number>()
  for (const row of records.ledger) {
    const before = running.get(row.product_id) ?? 0
    const after = before + row.quantity_change
    running.set(row.product_id, after)
    if (after !== row.stock_after || after < 0)
      wrong.push(`${row.product_id}: ${before} and ${row.quantity_change} make ${row.stock_after}`)
    if (['initial_stock', 'stock_taken'].includes(row.action_type)) continue
    if (row.reason === 'Recalled pieces exchanged') {
      const exchange = `${row.product_id} ${row.order_id}`
      exchanged.set(exchange, (exchanged.get(exchange) ?? 0) + row.quantity_change)
      continue
    }
    const key = `${row.product_id} ${row.order_id ? `${row.order_id} ${row.action_type}` : row.reason}`
    const changes = expectedChanges.get(key) ?? []
    const index = changes.indexOf(row.quantity_change)
    if (index < 0)
      wrong.push(
        `${key}: ${row.quantity_change} in the ledger, where the model has ${changes.join(', ') || 'nothing'}`,
      )
    else changes.splice(index, 1)
  }
  for (const [key, difference] of exchanged)
    if (difference !== 0)
      wrong.push(`${key}: an exchange of recalled pieces changed the stock by ${difference}`)
  for (const [key, remaining] of expectedChanges)
    if (remaining.length > 0) wrong.push(`${key}: the ledger lacks ${remaining.join(', ')}`)
  for (const { id, stock } of records.stock)
    if (stock !== (running.get(id) ?? 0)) wrong.push(`${id}: stock ${stock}, ledger ${running.get(id)}`)
  for (const order of records.orders) {
    const { id, status, items, total_amount, delivery_service, delivery_charge } = order
    const model = orderOf(id)
    const lines = JSON.stringify(items.map(({ product_id, quantity }) => [product_id, quantity]).sort())
    const total = costOf(items.map(({ product_id, quantity }) => [product_id, quantity]))
    if (status !== model.status || lines !== JSON.stringify([...model.lines].sort()))
      wrong.push(`order ${id} is ${status} with ${lines}, and in the model ${model.status}`)
    const charge = agreedCharge(model.delivery, total)
    if (Math.round(total_amount * 100) !== total + charge || Math.round(delivery_charge * 100) !== charge)
      wrong.push(
        `order ${id} costs ${total_amount} with ${delivery_charge} for delivery, its items ${total / 100}, and its customer agreed to ${charge / 100}`,
      )
    const { amount, delivery } = model.refunds
    if (
      Math.round(order.refunded * 100) !== amount ||
      Math.round(order.refunded_delivery * 100) !== delivery ||
      (amount > 0 && order.door_payment !== model.payment)
    )
      wrong.push(
        `of order ${id} ${order.refunded} were refunded, ${order.refunded_delivery} of it for delivery, paid ${order.door_payment}; in the model ${amount} and ${delivery} pence, paid ${model.payment}`,
      )
    if (delivery_service !== (model.delivery?.service ?? 'standard'))
      wrong.push(`order ${id} goes by ${delivery_service}, and not by ${model.delivery?.service}`)
  }
  return wrong

  function apply(operation: OrderOperation) {
    const order = orderOf(operation.order)
    orders.set(operation.order, order)
    switch (operation.event) {
      case 'placed':
        order.status = 'pending'
        order.delivery = operation.delivery
        for (const { product_id, quantity } of operation.lines)
          order.lines.set(product_id, (order.lines.get(product_id) ?? 0) + quantity)
        for (const [product, quantity] of order.lines)
          expectChange(product, `${operation.order} order_placed`, -quantity)
        return
      case 'moved':
        if (order.status !== operation.from)
          wrong.push(`order ${operation.order} went on from ${operation.from} when it was ${order.status}`)
        order.status = operation.to
        order.wasDelivered ||= operation.to === 'delivered'
        return
      case 'refunded': {
        const charge = agreedCharge(order.delivery, costOf(order.lines))
        wrong.push(
          ...applyRefund(operation, { ...order, charge }, prices, (product, quantity) =>
            expectChange(product, `${operation.order} order_refunded`, quantity),
          ),
        )
        return
      }
      case 'edited': {
        if (['delivered', 'cancelled'].includes(order.status))
          wrong.push(`order ${operation.order} was edited when it was ${order.status}`)
        if (operation.version <= order.edited)
          wrong.push(`order ${operation.order} was edited twice from version ${operation.version}`)
        order.edited = operation.version
        const next = new Map(operation.lines.map(({ product_id, quantity }) => [product_id, quantity]))
        for (const [product, quantity] of order.lines)
          expectChange(product, `${operation.order} order_edited`, quantity - (next.get(product) ?? 0))
        order.lines = next
        return
      }
      case 'exchanged':
        if (!['pending', 'processing'].includes(order.status))
          wrong.push(`order ${operation.order} had pieces exchanged when it was ${order.status}`)
        return
      case 'cancelled':
        if (order.status !== 'delivered')
          for (const [product, quantity] of order.lines)
            expectChange(product, `${operation.order} order_cancelled`, quantity)
        order.status = 'cancelled'
    }
  }
}
