import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { DatabaseError } from 'pg'
import type { DB } from '#platform/database/schema.ts'
import type { AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { MAX_BULK_EDIT_PRODUCTS, type BulkEditResult, type ListSnapshot } from './bulk-edit-result.ts'
import {
  selectMatchingIds,
  type MatchingProducts,
} from '#features/catalogue/products/admin/admin-catalogue-queries.server.ts'
import type { VatRate } from '#features/catalogue/product-form/vat-rates.ts'
import { activationWarning } from '#features/catalogue/product-form/product-warnings.ts'

export type ProductActivation = { productId: string; isActive: boolean; isConfirmed?: boolean }
type ActivationResult = { name: string; is_active: boolean; wasAlready: boolean }
type ActivationRefusal =
  | Refusal<'not-found'>
  | Refusal<'archived'>
  | (Refusal<'confirm'> & { name: string; message: string })

/** Refused: 'not-found', 'archived', and 'confirm' if food information is missing or contradicts itself and the activation is not confirmed. */
export async function setProductActive(
  shop: ShopDependencies,
  admin: Actor,
  activation: ProductActivation,
): Promise<Outcome<ActivationResult, ActivationRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(activation.productId)) return refused('not-found')
  return shop.db.withActor(admin, (trx) => setProductActiveIn(trx, activation))
}

async function setProductActiveIn(
  trx: Transaction<DB>,
  { productId, isActive, isConfirmed = false }: ProductActivation,
): Promise<Outcome<ActivationResult, ActivationRefusal>> {
  const product = await trx
    .selectFrom('products')
    .select([
      'name',
      'price',
      'is_active',
      'archived_at',
      'badge',
      'description',
      'ingredients',
      'allergy_advice',
    ])
    .select(['dietary_info', 'lifestyle'])
    .select(sql<AllergenStatements>`allergens`.as('allergens'))
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) return refused('not-found')
  if (isActive && product.archived_at !== null) return refused('archived')
  if (product.is_active === isActive)
    return done({ name: product.name, is_active: isActive, wasAlready: true })
  const warning = isActive && !isConfirmed ? activationWarning(product) : null
  if (warning !== null) return refused('confirm', { name: product.name, message: warning })
  await trx.updateTable('products').set({ is_active: isActive }).where('id', '=', productId).execute()
  return done({ name: product.name, is_active: isActive, wasAlready: false })
}

export type BulkEdit =
  | { kind: 'switch'; isActive: boolean; isConfirmed?: boolean }
  | { kind: 'category'; categoryId: string }
  | { kind: 'badge'; badge: string | null }
  | { kind: 'vat-rate'; vatRate: VatRate }
  | { kind: 'archive'; isArchived: boolean }

const FOREIGN_KEY_VIOLATION = '23503'

/** Edits each product separately, so that one refusal does not affect the others. Returns a result for each, in the given order. */
export async function bulkEditProducts(
  shop: ShopDependencies,
  admin: Actor,
  ids: readonly string[],
  change: BulkEdit,
): Promise<BulkEditResult[]> {
  requirePermission(admin, 'catalogue.edit')
  const results: BulkEditResult[] = []
  for (const id of new Set(ids)) {
    try {
      results.push(
        isValidId(id)
          ? await shop.db.withActor(admin, (trx) => applyBulkEdit(trx, id, change))
          : notFoundResult(id),
      )
    } catch (error) {
      const isCategoryGone = (error as Partial<DatabaseError> | null)?.code === FOREIGN_KEY_VIOLATION
      if (!isCategoryGone) shop.log.error({ error, product: id }, 'bulk edit of a product failed')
      results.push({
        id,
        name: null,
        outcome: 'refused',
        why: isCategoryGone ? messages.categoryNotFound : messages.anErrorOccurred,
      })
    }
  }
  return results
}

type MatchingRefusal = Refusal<'too-many'> | (Refusal<'list-changed'> & { total: number })

/** Does not depend on names or prices. */
export const listFingerprint = (ids: readonly string[]) =>
  createHash('sha256').update(ids.toSorted().join()).digest('base64url')

export const toListSnapshot = (ids: readonly string[]): ListSnapshot => ({
  total: ids.length,
  mark: listFingerprint(ids),
})

/** Sent back with a bulk action, so that no other products change. Null beyond {@link MAX_BULK_EDIT_PRODUCTS} or a search's limit. */
export async function readListSnapshot(
  shop: ShopDependencies,
  admin: Actor,
  matching: MatchingProducts,
): Promise<ListSnapshot | null> {
  requirePermission(admin, 'catalogue.edit')
  const { ids, total, isMore } = await shop.db.queryAs(admin, (db) =>
    selectMatchingIds(db, matching, MAX_BULK_EDIT_PRODUCTS),
  )
  return isMore || total > MAX_BULK_EDIT_PRODUCTS ? null : toListSnapshot(ids)
}

/** Edits all products of `expectedSnapshot`. Refused without any change: 'list-changed' with the current total, 'too-many'. */
export async function bulkEditMatchingProducts(
  shop: ShopDependencies,
  admin: Actor,
  matching: MatchingProducts,
  expectedSnapshot: ListSnapshot,
  change: BulkEdit,
): Promise<Outcome<BulkEditResult[], MatchingRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  if (expectedSnapshot.total > MAX_BULK_EDIT_PRODUCTS) return refused('too-many')
  const { ids, total, isMore } = await shop.db.queryAs(admin, (db) =>
    selectMatchingIds(db, matching, MAX_BULK_EDIT_PRODUCTS),
  )
  if (isMore) return refused('too-many')
  if (total !== expectedSnapshot.total || listFingerprint(ids) !== expectedSnapshot.mark)
    return refused('list-changed', { total })
  return done(await bulkEditProducts(shop, admin, ids, change))
}

async function applyBulkEdit(trx: Transaction<DB>, id: string, change: BulkEdit): Promise<BulkEditResult> {
  if (change.kind === 'switch') {
    const activated = await setProductActiveIn(trx, { productId: id, ...change })
    if (activated.ok)
      return {
        id,
        name: activated.value.name,
        outcome: activated.value.wasAlready ? 'same' : 'changed',
        why: null,
      }
    if (activated.refusal.code === 'not-found') return notFoundResult(id)
    if (activated.refusal.code === 'archived')
      return { id, name: null, outcome: 'refused', why: messages.productArchived }
    const { name, message } = activated.refusal
    return { id, name, outcome: 'refused', why: message, canConfirm: true }
  }
  if (change.kind === 'archive') return archiveProduct(trx, id, change.isArchived)
  const [column, value] = columnOf(change)
  const product = await trx
    .selectFrom('products')
    .select(['name', column])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) return notFoundResult(id)
  if (product[column] === value) return { id, name: product.name, outcome: 'same', why: null }
  await trx
    .updateTable('products')
    .set({ [column]: value })
    .where('id', '=', id)
    .execute()
  return { id, name: product.name, outcome: 'changed', why: null }
}

function columnOf(change: Extract<BulkEdit, { kind: 'category' | 'badge' | 'vat-rate' }>) {
  if (change.kind === 'category') return ['category_id', change.categoryId] as const
  if (change.kind === 'badge') return ['badge', change.badge] as const
  return ['vat_rate', change.vatRate] as const
}

/** A restored product stays inactive until it is switched on. */
async function archiveProduct(
  trx: Transaction<DB>,
  id: string,
  isArchived: boolean,
): Promise<BulkEditResult> {
  const product = await trx
    .selectFrom('products')
    .select(['name', 'archived_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) return notFoundResult(id)
  const { name } = product
  if ((product.archived_at !== null) === isArchived) return { id, name, outcome: 'same', why: null }
  await trx
    .updateTable('products')
    .set({ archived_at: isArchived ? sql<string>`now()` : null, is_active: false })
    .where('id', '=', id)
    .execute()
  return { id, name, outcome: 'changed', why: null }
}

const notFoundResult = (id: string): BulkEditResult => ({
  id,
  name: null,
  outcome: 'refused',
  why: messages.productNotInCatalogue,
})
