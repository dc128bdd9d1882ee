/** What clients were told was done, as a sequential model takes it up: each operation by itself, in the order of the books. */
export type Line = { product_id: string; quantity: number }
export type Operation =
  | { event: 'placed'; order: string; lines: Line[] }
  | { event: 'moved'; order: string; from: string; to: string }
  | { event: 'edited'; order: string; version: number; lines: Line[] }
  | { event: 'cancelled'; order: string }
  | { event: 'adjusted'; product: string; change: number; reason: string }

export type RecordedState = {
  history: { order_id: string; event: string; from_status: string | null; to_status: string | null }[]
  ledger: { product_id: string; order_id: string | null; quantity_change: number; action_type: string; reason: string; stock_after: number }[]
  stock: { id: string; stock: number }[]
  orders: { id: string; status: string; total_amount: number; items: Line[] }[]
}
type ModelOrder = { status: string; lines: Map<string, number>; edited: number }

/** Every place where the shop's books differ from what the model makes of the acknowledged operations. */
export function findDifferences(done: readonly Operation[], books: RecordedState, prices: ReadonlyMap<string, number>): string[] {
  const wrong: string[] = []
  const orders = new Map<string, ModelOrder>()
  const of = (id: string) => orders.get(id) ?? { status: 'nothing', lines: new Map<string, number>(), edited: 0 }
  const wanted = new Map<string, number[]>()
  const want = (product: string, key: string, change: number) => {
    if (change !== 0) wanted.set(`${product} ${key}`, [...(wanted.get(`${product} ${key}`) ?? []), change])
  }
  const waiting = new Map<string, Operation[]>()
  const keyOf = (one: Operation) => (one.event === 'adjusted' ? one.reason : `${one.order} ${one.event}${one.event === 'moved' ? ` ${one.from}` : ''}`)
  for (const one of done) waiting.set(keyOf(one), [...(waiting.get(keyOf(one)) ?? []), one])
  // Two people who edit one order are told apart by the version that each saw.
  for (const list of waiting.values()) list.sort((a, b) => (a.event === 'edited' && b.event === 'edited' ? a.version - b.version : 0))
  // Somebody who cancels what is cancelled already is told the same; it happens once.
  for (const [key, list] of waiting) if (key.endsWith(' cancelled')) list.splice(1)

  for (const { order_id, event, from_status, to_status } of books.history) {
    const one = waiting.get(`${order_id} ${event}${event === 'moved' ? ` ${from_status}` : ''}`)?.shift()
    if (!one) wrong.push(`order ${order_id} was ${event} (${from_status} → ${to_status}), which nobody was told`)
    else apply(one)
  }
  for (const one of done) if (one.event === 'adjusted') apply(waiting.get(one.reason)!.shift()!)
  for (const [key, left] of waiting) if (left.length > 0) wrong.push(`somebody was told of ${key}, which is not in the books`)

  const running = new Map<string, number>()
  for (const row of books.ledger) {
    const before = running.get(row.product_id) ?? 0
    const after = before + row.quantity_change
    running.set(row.product_id, after)
    if (after !== row.stock_after || after < 0) wrong.push(`${row.product_id}: ${before} and ${row.quantity_change} make ${row.stock_after}`)
    if (row.action_type === 'initial_stock') continue
    const key = `${row.product_id} ${row.order_id ? `${row.order_id} ${row.action_type}` : row.reason}`
    const changes = wanted.get(key) ?? []
    const at = changes.indexOf(row.quantity_change)
    if (at < 0) wrong.push(`${key}: ${row.quantity_change} in the ledger, where the model has ${changes.join(', ') || 'nothing'}`)
    else changes.splice(at, 1)
  }
  for (const [key, left] of wanted) if (left.length > 0) wrong.push(`${key}: the ledger lacks ${left.join(', ')}`)
  for (const { id, stock } of books.stock) if (stock !== (running.get(id) ?? 0)) wrong.push(`${id}: stock ${stock}, ledger ${running.get(id)}`)
  for (const { id, status, items, total_amount } of books.orders) {
    const model = of(id)
    const lines = JSON.stringify(items.map(({ product_id, quantity }) => [product_id, quantity]).sort())
    const total = items.reduce((sum, { product_id, quantity }) => sum + Math.round(prices.get(product_id)! * 100) * quantity, 0)
    if (status !== model.status || lines !== JSON.stringify([...model.lines].sort())) wrong.push(`order ${id} is ${status} with ${lines}, and in the model ${model.status}`)
    if (Math.round(total_amount * 100) !== total) wrong.push(`order ${id} costs ${total_amount}, and its items ${total / 100}`)
  }
  return wrong

  function apply(one: Operation) {
    if (one.event === 'adjusted') return want(one.product, one.reason, one.change)
    const order = of(one.order)
    orders.set(one.order, order)
    switch (one.event) {
      case 'placed':
        order.status = 'pending'
        for (const { product_id, quantity } of one.lines) order.lines.set(product_id, (order.lines.get(product_id) ?? 0) + quantity)
        for (const [product, quantity] of order.lines) want(product, `${one.order} order_placed`, -quantity)
        return
      case 'moved':
        if (order.status !== one.from) wrong.push(`order ${one.order} went on from ${one.from} when it was ${order.status}`)
        order.status = one.to
        return
      case 'edited': {
        if (['delivered', 'cancelled'].includes(order.status)) wrong.push(`order ${one.order} was edited when it was ${order.status}`)
        if (one.version <= order.edited) wrong.push(`order ${one.order} was edited twice from version ${one.version}`)
        order.edited = one.version
        const next = new Map(one.lines.map(({ product_id, quantity }) => [product_id, quantity]))
        for (const [product, quantity] of order.lines) want(product, `${one.order} order_edited`, quantity - (next.get(product) ?? 0))
        order.lines = next
        return
      }
      case 'cancelled':
        if (order.status !== 'delivered') for (const [product, quantity] of order.lines) want(product, `${one.order} order_cancelled`, quantity)
        order.status = 'cancelled'
    }
  }
}
