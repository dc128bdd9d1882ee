import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import { categoryPictureKey } from '#shop/picture-key.ts'
import type { PictureProblem } from '#features/pictures/picture-pipeline.server.ts'
import { nextUploadTime, removeUnusedPicture, storeUpload } from '#features/pictures/store-upload.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug, toSlug } from '#shop/text/slug.ts'
import type { CategoryForm } from '#features/catalogue/product-form/catalogue-forms.ts'
import {
  addCategory,
  type AddedItem,
  type CategoryRefusal,
} from '#features/catalogue/products/insert-catalogue.server.ts'
import type { AdminCategory } from '#features/catalogue/products/admin/admin-product.ts'
import {
  lockCategories,
  selectChangesSince,
  selectAdminCategory,
} from '#features/catalogue/products/admin/admin-catalogue-queries.server.ts'
import type { EditConflict } from '#features/catalogue/products/save-product.server.ts'

export type CategoryEntries = {
  category: CategoryForm & { is_on_home_page?: boolean }
  upload: Uint8Array | null
}
/** `position` counts from 1; null leaves it unchanged. */
export type CategoryChange = CategoryEntries & { id: string; version: number; position?: number | null }
export type AddCategoryRefusal = CategoryRefusal | Refusal<PictureProblem>
export type ChangeCategoryRefusal =
  | Refusal<'not-found'>
  | Refusal<PictureProblem>
  | EditConflict<AdminCategory>

/** Requires a picture. Refused like {@link addCategory}, and for an invalid picture. */
export async function addCategoryWithPicture(
  shop: ShopDependencies,
  admin: Actor,
  { category, upload }: CategoryEntries,
): Promise<Outcome<AddedItem, AddCategoryRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  if (upload === null) return refused('picture-missing', { fields: { image: messages.chooseImage } })
  const slug = toSlug(category.name)
  // Checks the name first, because processing a picture is expensive.
  if (!isValidSlug(slug)) return addCategory(shop, admin, { ...category, image_url: null })
  const taken = await shop.db.visitor
    .selectFrom('categories')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (taken) return refused('name-taken', { fields: { name: messages.categoryNameTaken } })
  const storedPicture = await storeUpload(shop, upload, categoryPictureKey(slug, nextUploadTime(shop)))
  if (!storedPicture.ok) return storedPicture
  const added = await addCategory(shop, admin, { ...category, image_url: storedPicture.value })
  if (!added.ok) await removeUnusedPicture(shop, storedPicture.value)
  return added
}

/** Refused: 'changed-meanwhile' with the current category and its changes, 'not-found', an invalid picture. */
export async function changeCategory(
  shop: ShopDependencies,
  admin: Actor,
  change: CategoryChange,
): Promise<Outcome<{ id: string }, ChangeCategoryRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  const { id, version, category, upload, position = null } = change
  if (!isValidId(id)) return refused('not-found')
  const current = await shop.db.queryAs(admin, (db) => selectAdminCategory(db, id))
  if (!current) return refused('not-found')
  if (current.version !== version) return editConflict(shop, admin, id, version)
  const storedPicture =
    upload && (await storeUpload(shop, upload, categoryPictureKey(current.slug, nextUploadTime(shop))))
  if (storedPicture && !storedPicture.ok) return storedPicture
  const image_url = storedPicture ? storedPicture.value : current.image_url
  const saved = await shop.db.withActor(admin, async (trx) => {
    if (position !== null) await lockCategories(trx)
    const updated = await trx
      .updateTable('categories')
      .set({ ...category, image_url })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (updated && position !== null)
      await callProcedure(trx, 'set_category_position', { category_id: id, position })
    return updated
  })
  if (!saved) {
    if (storedPicture) await removeUnusedPicture(shop, storedPicture.value)
    return editConflict(shop, admin, id, version)
  }
  if (storedPicture && current.image_url !== storedPicture.value)
    await removeUnusedPicture(shop, current.image_url)
  return done(saved)
}

/**
 * Moves a category before or after its neighbour. Refused: 'changed-meanwhile' if another administrator has
 * moved one of them since, 'not-found'.
 */
export async function moveCategory(
  shop: ShopDependencies,
  admin: Actor,
  { id, neighbourId }: { id: string; neighbourId: string },
): Promise<Answer<'move_category'>> {
  requirePermission(admin, 'catalogue.edit')
  if (!isValidId(id) || !isValidId(neighbourId)) return refused('not-found')
  return shop.db.withActor(admin, (trx) =>
    callProcedure(trx, 'move_category', { category_id: id, neighbour_id: neighbourId }),
  )
}

const editConflict = (shop: ShopDependencies, admin: Actor, id: string, version: number) =>
  shop.db.withActor(admin, async (trx) => {
    const current = await selectAdminCategory(trx, id)
    if (!current) return refused('not-found')
    return refused('changed-meanwhile', { current, changes: await selectChangesSince(trx, id, version) })
  })
