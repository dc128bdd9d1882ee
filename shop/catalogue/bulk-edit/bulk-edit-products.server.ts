import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DatabaseError } from 'pg'
import type { DB } from '#db/schema.ts'
import { isId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { CHANGED_AT_ONCE_MOST, type ChosenResult, type SeenList } from './bulk-edit-result.ts'
import { selectMatchingIds, type MatchingProducts } from '#shop/catalogue/admin/admin-catalogue-queries.server.ts'
import { isFoodInformationMissing } from '#shop/catalogue/product-form/product-warnings.ts'

export type SwitchProduct = {
  productId: string
  isActive: boolean
  /** True once the owner knows that something is missing and switches it on all the same. */
  isConfirmed?: boolean
}
type Switched = { name: string; is_active: boolean; was_so: boolean }
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
  if (product.is_active === isActive) return done({ name: product.name, is_active: isActive, was_so: true })
  if (isActive && !isConfirmed && isFoodInformationMissing(product)) {
    return refused('confirm', { name: product.name, message: messages.foodInformationMissing })
  }
  await trx.updateTable('products').set({ is_active: isActive }).where('id', '=', productId).execute()
  return done({ name: product.name, is_active: isActive, was_so: false })
}

/** What is done to chosen rows of the product table. */
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
      results.push({ id, name: null, became: 'refused', why: isCategoryGone ? messages.categoryNotFound : messages.anErrorOccurred })
    }
  }
  return results
}

type MatchingRefusal = Refusal<'too-many'> | (Refusal<'list-changed'> & { total: number })

/** The same for the same products in whatever order, so that a new name or price leaves a choice as it is. */
export const markOfList = (ids: readonly string[]) => createHash('sha256').update(ids.toSorted().join()).digest('base64url')

/** As {@link seeWholeList} of a list whose products are known. */
export const wholeListOf = (ids: readonly string[]): SeenList => ({ total: ids.length, mark: markOfList(ids) })

/**
 * What a list shows on all of its pages, to be handed back with what shall be done to it: the owner agrees to a number of
 * products, and no others are changed. Out: null where there are more than {@link CHANGED_AT_ONCE_MOST}, or more than a
 * search lists, which cannot be chosen as a whole.
 */
export async function seeWholeList(shop: Shop, admin: Actor, matching: MatchingProducts): Promise<SeenList | null> {
  requirePermission(admin, 'catalogue.edit')
  const { ids, total, isMore } = await shop.db.once(admin, (db) => selectMatchingIds(db, matching, CHANGED_AT_ONCE_MOST))
  return isMore || total > CHANGED_AT_ONCE_MOST ? null : wholeListOf(ids)
}

/**
 * As {@link changeChosenProducts}, for every product that a list shows, on all of its pages. `seen` is what
 * {@link seeWholeList} said when they were chosen. Refused, with nothing changed: 'list-changed' with how many there are
 * now where any product has left the list or come to it since, and 'too-many' past {@link CHANGED_AT_ONCE_MOST} or past what a
 * search lists.
 */
export async function changeMatchingProducts(
  shop: Shop, admin: Actor, matching: MatchingProducts, seen: SeenList, change: ChosenChange,
): Promise<Outcome<ChosenResult[], MatchingRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  if (seen.total > CHANGED_AT_ONCE_MOST) return refused('too-many')
  const { ids, total, isMore } = await shop.db.once(admin, (db) => selectMatchingIds(db, matching, CHANGED_AT_ONCE_MOST))
  if (isMore) return refused('too-many')
  if (total !== seen.total || markOfList(ids) !== seen.mark) return refused('list-changed', { total })
  return done(await changeChosenProducts(shop, admin, ids, change))
}

async function changeChosen(trx: Transaction<DB>, id: string, change: ChosenChange): Promise<ChosenResult> {
  if (change.kind === 'switch') {
    const switched = await switchIn(trx, { productId: id, isActive: change.isActive })
    if (switched.ok) return { id, name: switched.value.name, became: switched.value.was_so ? 'same' : 'changed', why: null }
    if (switched.refusal.code === 'not-found') return notThere(id)
    return { id, name: switched.refusal.name, became: 'refused', why: switched.refusal.message }
  }
  const [column, value] = change.kind === 'category' ? (['category_id', change.categoryId] as const) : (['badge', change.badge] as const)
  const product = await trx.selectFrom('products').select(['name', column]).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!product) return notThere(id)
  if (product[column] === value) return { id, name: product.name, became: 'same', why: null }
  await trx.updateTable('products').set({ [column]: value }).where('id', '=', id).execute()
  return { id, name: product.name, became: 'changed', why: null }
}

const notThere = (id: string): ChosenResult => ({ id, name: null, became: 'refused', why: messages.productNotInCatalogue })
