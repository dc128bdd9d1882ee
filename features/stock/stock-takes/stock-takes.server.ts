import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { refused, type Refusal, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { parseCounts, type StockTake, type StockTakeScope, type StockTakeSummary } from './stock-take.ts'
import { selectCountedLines, selectStockTake, selectStockTakes } from './stock-take-queries.server.ts'

const MAX_LISTED = 100

/** Newest first. */
export async function listStockTakes(shop: ShopDependencies, admin: Actor): Promise<StockTakeSummary[]> {
  requirePermission(admin, 'stock.adjust')
  return shop.db.queryAs(admin, (db) => selectStockTakes(db, MAX_LISTED))
}

/** A draft or an applied stock-take, with what should be on the shelf now; null if there is none. */
export async function readStockTake(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<StockTake | null> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return null
  return (await shop.db.queryAs(admin, (db) => selectStockTake(db, id))) ?? null
}

/** Chooses what to count. Refused: not-found, scope-invalid, too-many. */
export async function startStockTake(
  shop: ShopDependencies,
  admin: Actor,
  { id, scope }: { id: string; scope: StockTakeScope },
): Promise<Answer<'start_stock_take'>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return refused('not-found')
  if (typeof scope !== 'string' && !isValidId(scope.category)) return refused('scope-invalid')
  const [name, category_id] = typeof scope === 'string' ? [scope, null] : ['category', scope.category]
  return shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'start_stock_take', { id, scope: name, category_id }),
  )
}

export type TypedCounts = {
  id: string
  version: number
  reason: string
  /** Entries by field. */
  typed: Readonly<Partial<Record<string, string>>>
}
export type StockTakeStep =
  | { kind: 'save' }
  | { kind: 'apply' }
  /** Clears the count of a line, so that the next one is compared with its own moment. */
  | { kind: 'recount'; line: number }
  | { kind: 'add'; productId: string }
type StepAnswer =
  | Answer<'save_stock_take' | 'apply_stock_take' | 'add_stock_take_product'>
  | Refused<Refusal<'fields-invalid'> & { fields: Record<string, string> }>

/**
 * Saves the counts, then applies all or none of them, or adds a product. `version` is that of the draft
 * afterwards: counts are saved even if the rest is refused.
 */
export async function saveStockTake(
  shop: ShopDependencies,
  admin: Actor,
  { id, version, reason, typed }: TypedCounts,
  step: StockTakeStep,
): Promise<StepAnswer & { version: number }> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return { ...refused('not-found'), version }
  return shop.db.withActor(admin, async (trx) => {
    const { counts, errors } = parseCounts(await selectCountedLines(trx, id), typed)
    const kept = counts.map((count) =>
      step.kind === 'recount' && count.line === step.line ? { ...count, counted: null } : count,
    )
    const saved = await callProcedure(trx, 'save_stock_take', { id, version, reason, counts: kept })
    if (!saved.ok) return { ...saved, version }
    let current = saved.value.version
    if (step.kind === 'add') {
      if (!isValidId(step.productId)) return { ...refused('not-found'), version: current }
      const added = await callProcedure(trx, 'add_stock_take_product', {
        id,
        version: current,
        product_id: step.productId,
      })
      if (!added.ok) return { ...added, version: current }
      current = added.value.version
    }
    if (Object.keys(errors).length > 0 && step.kind !== 'recount')
      return { ...refused('fields-invalid', { fields: errors }), version: current }
    if (step.kind !== 'apply') return { ...saved, version: current }
    return { ...(await callProcedure(trx, 'apply_stock_take', { id, version: current })), version: current }
  })
}

/** Deletes a draft. Refused: not-found, changed-meanwhile. */
export async function deleteStockTake(
  shop: ShopDependencies,
  admin: Actor,
  { id, version }: { id: string; version: number },
): Promise<Answer<'delete_stock_take'>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callProcedure(db, 'delete_stock_take', { id, version }))
}
