import type { Transaction } from 'kysely'
import type { DatabaseError } from 'pg'
import type { DB } from '#db/schema.ts'
import { isId } from '#shop/ids.ts'
import { messages } from '#shop/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop.server.ts'
import type { ChosenResult } from './chosen-result.ts'
import { isFoodInformationMissing } from './product-warnings.ts'

export type SwitchProduct = {
  productId: string
  isActive: boolean
  /** True once the owner knows that something is missing and switches it on all the same. */
  isConfirmed?: boolean
}
type Switched = { name: string; is_active: boolean }
type SwitchRefusal = Refusal<'not-found'> | (Refusal<'confirm'> & { name: string; message: string })

/**
 * §4, D11: puts a product on sale or takes it off. Refused: 'not-found', and 'confirm' for a product without ingredients or
 * allergy advice that nobody has confirmed to sell all the same.
 */
export async function switchProduct(shop: Shop, admin: Actor, wanted: SwitchProduct): Promise<Outcome<Switched, SwitchRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isId(wanted.productId)) return refused('not-found')
  return shop.db.as(admin, (trx) => switchIn(trx, wanted))
}

async function switchIn(trx: Transaction<DB>, { productId, isActive, isConfirmed = false }: SwitchProduct): Promise<Outcome<Switched, SwitchRefusal>> {
  const product = await trx
    .selectFrom('products')
    .select(['name', 'is_active', 'ingredients', 'allergy_advice'])
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) return refused('not-found')
  if (product.is_active === isActive) return done({ name: product.name, is_active: isActive })
  if (isActive && !isConfirmed && isFoodInformationMissing(product)) {
    return refused('confirm', { name: product.name, message: messages.foodInformationMissing })
  }
  await trx.updateTable('products').set({ is_active: isActive }).where('id', '=', productId).execute()
  return done({ name: product.name, is_active: isActive })
}

/** What is done to all chosen rows of the product table. */
export type ChosenChange =
  | { kind: 'switch'; isActive: boolean }
  | { kind: 'category'; categoryId: string }
  | { kind: 'badge'; badge: string | null }

const FOREIGN_KEY_VIOLATION = '23503'

/**
 * Changes each of the chosen products by itself, so that one that is refused keeps none of the others. Out: what became of
 * each, in the order chosen.
 */
export async function changeChosenProducts(shop: Shop, admin: Actor, ids: readonly string[], change: ChosenChange): Promise<ChosenResult[]> {
  requirePermission(admin, 'catalogue.edit')
  const results: ChosenResult[] = []
  for (const id of new Set(ids)) {
    try {
      results.push(isId(id) ? await shop.db.as(admin, (trx) => changeChosen(trx, id, change)) : notThere(id))
    } catch (error) {
      const isCategoryGone = (error as Partial<DatabaseError> | null)?.code === FOREIGN_KEY_VIOLATION
      if (!isCategoryGone) shop.log.error({ error, product: id }, 'a chosen product could not be changed')
      results.push({ id, name: null, is_done: false, why: isCategoryGone ? messages.categoryNotFound : messages.anErrorOccurred })
    }
  }
  return results
}

async function changeChosen(trx: Transaction<DB>, id: string, change: ChosenChange): Promise<ChosenResult> {
  if (change.kind === 'switch') {
    const switched = await switchIn(trx, { productId: id, isActive: change.isActive })
    if (switched.ok) return { id, name: switched.value.name, is_done: true, why: null }
    if (switched.refusal.code === 'not-found') return notThere(id)
    return { id, name: switched.refusal.name, is_done: false, why: switched.refusal.message }
  }
  const set = change.kind === 'category' ? { category_id: change.categoryId } : { badge: change.badge }
  const changed = await trx.updateTable('products').set(set).where('id', '=', id).returning('name').executeTakeFirst()
  return changed ? { id, name: changed.name, is_done: true, why: null } : notThere(id)
}

const notThere = (id: string): ChosenResult => ({ id, name: null, is_done: false, why: messages.productNotInCatalogue })
