import type { Transaction } from 'kysely'
import type { DB } from '#platform/database/schema.ts'
import { callProcedure } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug, toSlug, similarSlugs } from '#shop/text/slug.ts'
import type { ProductForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import { codeRefusal } from './product-code-refusals.server.ts'
import { completeFoodInformation } from './complete-food-information.ts'
import { addProduct, type AddedItem, type ProductRefusal } from './insert-catalogue.server.ts'
import { completeManufacturer } from './manufacturer.ts'
import type { NutrientKey } from '#features/catalogue/nutrition/nutrition.ts'
import type { FieldChange, AdminProduct } from './admin/admin-product.ts'
import { selectChangesSince, selectAdminProduct } from './admin/admin-catalogue-queries.server.ts'
import { similarAddressMessage } from './product-messages.ts'
import {
  toPictureColumns,
  toPictureReferences,
  type PictureColumns,
  type SubmittedPicture,
} from './product-pictures.ts'
import {
  picturesRefusal,
  removeUnusedPictures,
  storeProductPictures,
  type PicturesRefusal,
} from './store-product-pictures.server.ts'
import { productWarnings, warningsOfChange } from '#features/catalogue/product-form/product-warnings.ts'

export type ProductEntries = {
  product: ProductForm
  /** Nutrients that are not numbers and would be saved as 0. */
  nonNumericNutrients?: readonly NutrientKey[]
  /** All pictures in order, the main one first; null keeps the present ones. */
  pictures: readonly SubmittedPicture[] | null
  isConfirmed: boolean
}
export type ProductChange = ProductEntries & {
  id: string
  version: number
  /** The stock when the form was opened; sales since then are preserved. */
  expectedStock: number
}

export type EditConflict<Subject> = Refusal<'changed-meanwhile'> & {
  current: Subject
  changes: FieldChange[]
}
type ConfirmationNeeded = Refusal<'confirm'> & { fields: Record<string, string> }
type SaveRefusal = ProductRefusal | ConfirmationNeeded | PicturesRefusal
export type AddRefusal = SaveRefusal
export type ChangeRefusal =
  | SaveRefusal
  | Refusal<'not-found' | 'below-zero' | 'too-many' | 'archived'>
  | EditConflict<AdminProduct>

/** Requires a picture. Refused like {@link addProduct}, for an invalid picture, and with 'confirm' for unconfirmed warnings. */
export async function addProductWithPicture(
  shop: ShopDependencies,
  admin: Actor,
  { product: submitted, nonNumericNutrients, pictures, isConfirmed }: ProductEntries,
): Promise<Outcome<AddedItem, AddRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  const pictureProblem = picturesRefusal(pictures ?? [], [])
  if (pictureProblem) return pictureProblem
  const product = completeFoodInformation(submitted, null)
  const slug = toSlug(product.name)
  const confirmation = confirmationNeeded(
    { ...(await addressWarning(shop, admin, slug)), ...productWarnings(product, nonNumericNutrients) },
    isConfirmed,
  )
  if (confirmation) return confirmation
  // Checks the name first, because processing a picture is expensive.
  if (!isValidSlug(slug)) return addProduct(shop, admin, { ...product, image_url: null })
  const category = await slugOfCategory(shop, product.category_id)
  if (category === null) return categoryNotFound()
  if (await isSlugTaken(shop, admin, slug))
    return refused('name-taken', { fields: { name: messages.productNameTaken } })
  const stored = await storeProductPictures(shop, pictures ?? [], { categorySlug: category, slug })
  if (!stored.ok) return stored
  const added = await addProduct(shop, admin, { ...product, ...toPictureColumns(stored.value.pictures) })
  if (!added.ok) await removeRefusedPictures(shop, admin, slug, stored.value.added)
  return added
}

/**
 * Refused: 'changed-meanwhile' with the current product and its changes, 'not-found', 'confirm', 'category-not-found', 'code-taken',
 * 'below-zero', 'too-many', 'archived', or an invalid picture. The ledger records the difference in stock.
 */
export async function changeProduct(
  shop: ShopDependencies,
  admin: Actor,
  change: ProductChange,
): Promise<Outcome<{ id: string }, ChangeRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  const { id, version, nonNumericNutrients, isConfirmed } = change
  if (!isValidId(id)) return refused('not-found')
  const current = await shop.db.queryAs(admin, (db) => selectAdminProduct(db, id))
  if (!current) return refused('not-found')
  if (current.version !== version) return editConflict(shop, admin, id, version)
  const own = toPictureReferences(current)
  const pictureProblem = change.pictures && picturesRefusal(change.pictures, own)
  if (pictureProblem) return pictureProblem
  if (current.archived_at !== null && change.product.is_active)
    return refused('archived', { fields: { is_active: messages.productArchived } })
  const product = completeFoodInformation(change.product, current.allergens)
  const warnings = warningsOfChange(current, product, nonNumericNutrients ?? [])
  const confirmation = confirmationNeeded(warnings, isConfirmed)
  if (confirmation) return confirmation
  const category = await slugOfCategory(shop, product.category_id)
  if (category === null) return categoryNotFound()
  const stored = await storeProductPictures(shop, change.pictures ?? own, {
    categorySlug: category,
    slug: current.slug,
  })
  if (!stored.ok) return stored
  const { pictures, added } = stored.value

  const saved = await shop.db
    .withActor(admin, (trx) => update(trx, shop, { ...change, product }, toPictureColumns(pictures)))
    .catch(async (problem: unknown) => {
      await removeRefusedPictures(shop, admin, current.slug, added)
      if (problem instanceof StockRefused) return problem.outcome
      const codeTaken = codeRefusal(problem)
      if (codeTaken) return codeTaken
      throw problem
    })
  if (saved === null) {
    await removeRefusedPictures(shop, admin, current.slug, added)
    return editConflict(shop, admin, id, version)
  }
  if (saved.ok) {
    const isKept = (address: string) => pictures.some(({ image_url }) => image_url === address)
    const removed = own.map(({ image_url }) => image_url).filter((address) => !isKept(address))
    await removeUnusedPictures(shop, removed)
  }
  return saved
}

/** If another process saved in the same millisecond, its pictures have the same addresses. */
async function removeRefusedPictures(
  shop: ShopDependencies,
  admin: Actor,
  slug: string,
  added: readonly string[],
): Promise<void> {
  if (added.length === 0) return
  const saved = await shop.db.queryAs(admin, (db) =>
    db
      .selectFrom('products')
      .select(['image_url', 'image_alt', 'more_pictures'])
      .where('slug', '=', slug)
      .executeTakeFirst(),
  )
  const kept = saved ? toPictureReferences(saved as PictureColumns).map(({ image_url }) => image_url) : []
  await removeUnusedPictures(
    shop,
    added.filter((address) => !kept.includes(address)),
  )
}

type StockOutcome = Outcome<never, Refusal<'not-found' | 'below-zero' | 'too-many'>>

class StockRefused extends Error {
  readonly outcome: StockOutcome
  constructor(outcome: StockOutcome) {
    super('The stock of a product could not be changed with it.')
    this.outcome = outcome
  }
}

async function update(
  trx: Transaction<DB>,
  shop: ShopDependencies,
  { id, version, product, expectedStock }: ProductChange,
  { more_pictures, ...mainPicture }: PictureColumns,
) {
  const { stock, nutrition_info, manufacturer, allergens, brand, ...fields } = product
  const updated = await trx
    .updateTable('products')
    .set({
      ...fields,
      ...mainPicture,
      more_pictures: JSON.stringify(more_pictures),
      brand: brand ?? shop.identity.brand,
      nutrition_info: JSON.stringify(nutrition_info),
      allergens: JSON.stringify(allergens),
      manufacturer: JSON.stringify(completeManufacturer(manufacturer, shop.identity.defaultManufacturer)),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!updated) return null
  if (stock !== expectedStock) {
    const stockResult = await callProcedure(trx, 'update_product_stock', {
      product_id: id,
      quantity_change: stock - expectedStock,
      action_type: 'manual_adjustment',
      notes: messages.stockEditedInForm,
    })
    if (!stockResult.ok) throw new StockRefused(stockRefusal(stockResult.refusal.code))
  }
  return done(updated)
}

function stockRefusal(code: string): StockOutcome {
  if (code === 'below-zero') return refused(code, { fields: { stock: messages.stockBelowZero } })
  return code === 'too-many'
    ? refused(code, { fields: { stock: messages.stockTooHigh } })
    : refused('not-found')
}

async function editConflict(shop: ShopDependencies, admin: Actor, id: string, version: number) {
  return shop.db.withActor(admin, async (trx) => {
    const current = await selectAdminProduct(trx, id)
    if (!current) return refused('not-found')
    return refused('changed-meanwhile', { current, changes: await selectChangesSince(trx, id, version) })
  })
}

/** Slugs never change, so similar ones are reported before the first save. */
async function addressWarning(
  { db }: ShopDependencies,
  admin: Actor,
  slug: string,
): Promise<Record<string, string>> {
  const similar = await db.queryAs(admin, (one) =>
    one
      .selectFrom('products')
      .select(['name', 'slug'])
      .where('slug', 'in', similarSlugs(slug))
      .orderBy('slug')
      .executeTakeFirst(),
  )
  return similar ? { name: similarAddressMessage(slug, similar) } : {}
}

function confirmationNeeded(fields: Record<string, string>, isConfirmed: boolean) {
  return isConfirmed || Object.keys(fields).length === 0 ? null : refused('confirm', { fields })
}

const categoryNotFound = () =>
  refused('category-not-found', { fields: { category_id: messages.categoryNotFound } })

async function slugOfCategory({ db }: ShopDependencies, id: string): Promise<string | null> {
  const found = await db.visitor
    .selectFrom('categories')
    .select('slug')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.slug ?? null
}

const isSlugTaken = async ({ db }: ShopDependencies, admin: Actor, slug: string): Promise<boolean> =>
  (await db.queryAs(admin, (one) =>
    one.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirst(),
  )) !== undefined
