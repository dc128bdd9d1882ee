import { isValidId } from '#shop/ids.ts'
import { refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { parseCounts, type StockTake, type StockTakeScope, type StockTakeSummary } from './stock-take.ts'
import {
  callAddStockTakeProduct,
  callApplyStockTake,
  callDeleteStockTake,
  callSaveStockTake,
  callStartStockTake,
  selectCountedLines,
  selectStockTake,
  selectStockTakes,
  type AddRefusal,
  type ApplyRefusal,
  type DeleteRefusal,
  type SaveRefusal,
  type StartRefusal,
} from './stock-take-queries.server.ts'

const MAX_LISTED = 100

/** Newest first. */
export async function listStockTakes(shop: ShopDependencies, admin: Actor): Promise<StockTakeSummary[]> {
  requirePermission(admin, 'stock.adjust')
  return shop.db.queryAs(admin, (db) => selectStockTakes(db, MAX_LISTED))
}

/** A draft or one that was applied, with what should be on the shelf now; null if there is none. */
export async function readStockTake(
  shop: ShopDependencies,
  admin: Actor,
  id: string,
): Promise<StockTake | null> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return null
  return (await shop.db.queryAs(admin, (db) => selectStockTake(db, id))) ?? null
}

/** Chooses what is counted. Refused: not-found, scope-invalid, too-many. */
export async function startStockTake(
  shop: ShopDependencies,
  admin: Actor,
  { id, scope }: { id: string; scope: StockTakeScope },
): Promise<Outcome<object, StartRefusal>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return refused('not-found')
  if (typeof scope !== 'string' && !isValidId(scope.category)) return refused('scope-invalid')
  return shop.db.queryAs(admin, (db) => callStartStockTake(db, id, scope))
}

export type TypedCounts = {
  id: string
  version: number
  reason: string
  /** By field, as typed. */
  typed: Readonly<Partial<Record<string, string>>>
}
type FieldsInvalid = Refusal<'fields-invalid'> & { fields: Record<string, string> }
export type StockTakeStep =
  | { kind: 'save' }
  | { kind: 'apply' }
  /** Clears the count of a line, so that the next one is compared with its own moment. */
  | { kind: 'recount'; line: number }
  | { kind: 'add'; productId: string }
type StepRefusal = SaveRefusal | ApplyRefusal | AddRefusal | FieldsInvalid

/**
 * Keeps the counts, and then applies all of them or none, or adds a product. `version` is that of the draft afterwards: counts
 * are kept also if the rest is refused.
 */
export async function saveStockTake(
  shop: ShopDependencies,
  admin: Actor,
  { id, version, reason, typed }: TypedCounts,
  step: StockTakeStep,
): Promise<Outcome<object, StepRefusal> & { version: number }> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return { ...refused('not-found'), version }
  return shop.db.withActor(admin, async (trx) => {
    const { counts, errors } = parseCounts(await selectCountedLines(trx, id), typed)
    const kept = counts.map((count) =>
      step.kind === 'recount' && count.line === step.line ? { ...count, counted: null } : count,
    )
    const saved = await callSaveStockTake(trx, { id, version, reason, counts: kept })
    if (!saved.ok) return { ...saved, version }
    let current = saved.value.version
    if (step.kind === 'add') {
      if (!isValidId(step.productId)) return { ...refused('not-found'), version: current }
      const added = await callAddStockTakeProduct(trx, { id, version: current, productId: step.productId })
      if (!added.ok) return { ...added, version: current }
      current = added.value.version
    }
    if (Object.keys(errors).length > 0 && step.kind !== 'recount')
      return { ...refused('fields-invalid', { fields: errors }), version: current }
    if (step.kind !== 'apply') return { ...saved, version: current }
    return { ...(await callApplyStockTake(trx, id, current)), version: current }
  })
}

/** Forgets a draft. Refused: not-found, changed-meanwhile. */
export async function deleteStockTake(
  shop: ShopDependencies,
  admin: Actor,
  { id, version }: { id: string; version: number },
): Promise<Outcome<object, DeleteRefusal>> {
  requirePermission(admin, 'stock.adjust')
  if (!isValidId(id)) return refused('not-found')
  return shop.db.queryAs(admin, (db) => callDeleteStockTake(db, id, version))
}
