/** A separate sequential model of batches: replays the ledger, and compares what each row moved from which batch. */
type BatchState = {
  batch_id: string
  product_id: string
  is_unrecorded: boolean
  is_recalled: boolean
  batch_number: string | null
  best_before: string | null
  received_at: string
  opening_quantity: number
  /** The last ledger row of the product before the batch was created, recalled or corrected. */
  after_id: number
}
type LedgerRow = {
  id: number
  product_id: string
  order_id: string | null
  quantity_change: number
  action_type: string
  batch_id: string | null
}
export type BatchRecords = {
  today: string
  states: BatchState[]
  ledger: LedgerRow[]
  movements: { adjustment_id: number; batch_id: string; quantity_change: number }[]
  batches: { id: string; product_id: string; remaining: number }[]
  products: { id: string; stock: number; sellable_stock: number | null }[]
}
type ModelBatch = BatchState & { remaining: number }
type Move = readonly [batch: string, quantity: number]

const SALES = new Set(['order_placed', 'order_edited'])
const compare = <Value extends string | number | boolean>(a: Value, b: Value) => (a < b ? -1 : Number(a > b))

/** Units without a batch first, then the first to expire; recalled ones last. */
const orderOfSale = (a: ModelBatch, b: ModelBatch) =>
  compare(a.is_recalled, b.is_recalled) ||
  compare(b.is_unrecorded, a.is_unrecorded) ||
  compare(a.best_before ?? '9999', b.best_before ?? '9999') ||
  compare(a.received_at, b.received_at) ||
  compare(a.batch_id, b.batch_id)

export function findBatchDifferences(records: BatchRecords): string[] {
  return records.products.flatMap((product) => differencesOfProduct(product, records))
}

function differencesOfProduct(
  product: BatchRecords['products'][number],
  { today, states, ledger, movements, batches: stored }: BatchRecords,
): string[] {
  const wrong: string[] = []
  const batches = new Map<string, ModelBatch>()
  const taken = new Map<string, Map<string, number>>()
  const coming = states.filter(({ product_id }) => product_id === product.id)
  const isSellable = ({ is_recalled, best_before }: ModelBatch) =>
    !is_recalled && (best_before === null || best_before >= today)
  let stock = 0

  for (const row of ledger.filter(({ product_id }) => product_id === product.id)) {
    applyStatesBefore(row.id)
    stock += row.quantity_change
    const expected = batches.size === 0 ? [] : row.quantity_change < 0 ? take(row) : giveBack(row)
    const found = movements
      .filter(({ adjustment_id }) => adjustment_id === row.id)
      .map(({ batch_id, quantity_change }) => [batch_id, quantity_change] as const)
    if (JSON.stringify(expected) !== JSON.stringify(found))
      wrong.push(
        `row ${row.id} (${row.action_type} ${row.quantity_change}) moved ${JSON.stringify(found)} of batches, in the model ${JSON.stringify(expected)}`,
      )
    for (const [id, quantity] of found) {
      const batch = batches.get(id)
      if (batch) batch.remaining += quantity
      if (row.order_id) {
        const ofOrder = taken.get(row.order_id) ?? new Map<string, number>()
        taken.set(row.order_id, ofOrder.set(id, (ofOrder.get(id) ?? 0) - quantity))
      }
    }
    const sum = [...batches.values()].reduce((total, { remaining }) => total + remaining, 0)
    if (batches.size > 0 && sum !== stock)
      wrong.push(`after row ${row.id} the batches have ${sum}, and the ledger ${stock}`)
  }
  applyStatesBefore(Number.POSITIVE_INFINITY)
  for (const { id, remaining } of stored.filter(({ product_id }) => product_id === product.id))
    if (batches.get(id)?.remaining !== remaining)
      wrong.push(`batch ${id} has ${remaining}, in the model ${batches.get(id)?.remaining}`)
  const sellable = [...batches.values()]
    .filter(isSellable)
    .reduce((total, { remaining }) => total + remaining, 0)
  if (product.stock !== stock || product.sellable_stock !== (batches.size === 0 ? null : sellable))
    wrong.push(
      `product ${product.id} has ${product.stock} (${product.sellable_stock} to sell), in the model ${stock} (${sellable})`,
    )
  return wrong

  function applyStatesBefore(rowId: number) {
    for (let next = coming[0]; next && next.after_id < rowId; next = coming[0]) {
      coming.shift()
      const known = batches.get(next.batch_id)
      if (!known && next.opening_quantity !== (next.is_unrecorded ? stock : 0))
        wrong.push(`batch ${next.batch_id} began with ${next.opening_quantity} at a stock of ${stock}`)
      batches.set(next.batch_id, { ...next, remaining: known?.remaining ?? next.opening_quantity })
    }
  }

  function take(row: LedgerRow): Move[] {
    const isSale = SALES.has(row.action_type)
    const from = [...batches.values()]
      .filter((batch) => batch.remaining > 0 && (row.batch_id === null || batch.batch_id === row.batch_id))
      .filter((batch) => !isSale || isSellable(batch))
      .sort(orderOfSale)
    return divide(
      -row.quantity_change,
      from.map(({ batch_id, remaining }) => [batch_id, remaining]),
    ).map(([id, quantity]) => [id, -quantity])
  }

  /**
   * Returns units to the order's batches in reverse order, or to the named one; the rest goes to the named
   * batch, or to units without a batch.
   */
  function giveBack(row: LedgerRow): Move[] {
    const ofOrder = (row.order_id ? taken.get(row.order_id) : undefined) ?? new Map<string, number>()
    const to = [...batches.values()]
      .filter(({ batch_id }) => (ofOrder.get(batch_id) ?? 0) > 0 && (row.batch_id ?? batch_id) === batch_id)
      .sort((a, b) => orderOfSale(b, a))
      .map(({ batch_id }): Move => [batch_id, ofOrder.get(batch_id)!])
    const moves = divide(row.quantity_change, to)
    const rest = row.quantity_change - moves.reduce((sum, [, quantity]) => sum + quantity, 0)
    const named = row.batch_id ?? [...batches.values()].find(({ is_unrecorded }) => is_unrecorded)?.batch_id
    return rest > 0 ? [...moves, [named ?? 'none', rest]] : moves
  }
}

function divide(quantity: number, parts: readonly Move[]): Move[] {
  let left = quantity
  const moves: Move[] = []
  for (const [id, available] of parts) {
    const moved = Math.min(left, available)
    if (moved > 0) moves.push([id, moved])
    left -= moved
  }
  return moves
}
