import { isId } from '#shop/ids.ts'
import { categoryPictureKey } from '#shop/media/picture-key.ts'
import type { PictureProblem } from '#shop/media/picture-pipeline.server.ts'
import { discardPicture, keepUpload } from '#shop/media/store-upload.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { isSlug, slugFrom } from '#shop/text/slug.ts'
import type { CategoryForm } from '#shop/catalogue/product-form/catalogue-forms.ts'
import { addCategory, type Added, type CategoryRefusal } from '#shop/catalogue/products/insert-catalogue.server.ts'
import type { OfficeCategory } from '#shop/catalogue/admin/admin-product.ts'
import { callPlaceCategory, lockCategories, selectChangesSince, selectOfficeCategory } from '#shop/catalogue/admin/admin-catalogue-queries.server.ts'
import type { ChangedMeanwhile } from '#shop/catalogue/products/save-product.server.ts'

export type CategoryEntries = { category: CategoryForm; upload: Uint8Array | null }
/** `place` is where it should stand among all categories, counted from 1; null leaves it where it is. */
export type CategoryChange = CategoryEntries & { id: string; version: number; place?: number | null }
export type AddCategoryRefusal = CategoryRefusal | Refusal<PictureProblem>
export type ChangeCategoryRefusal = Refusal<'not-found'> | Refusal<PictureProblem> | ChangedMeanwhile<OfficeCategory>

/**
 * §2, §5: adds a category with its picture, which is required here. Refused as {@link addCategory} refuses, and for a
 * picture that cannot be taken.
 */
export async function addPicturedCategory(shop: Shop, admin: Actor, { category, upload }: CategoryEntries): Promise<Outcome<Added, AddCategoryRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  if (upload === null) return refused('picture-missing', { fields: { image: messages.chooseImage } })
  const slug = slugFrom(category.name)
  // What is refused anyway should not cost the work of a picture.
  if (!isSlug(slug)) return addCategory(shop, admin, { ...category, image_url: null })
  const taken = await shop.db.visitor.selectFrom('categories').select('id').where('slug', '=', slug).executeTakeFirst()
  if (taken) return refused('name-taken', { fields: { name: messages.categoryNameTaken } })
  const kept = await keepUpload(shop, upload, categoryPictureKey(slug, shop.clock()))
  if (!kept.ok) return kept
  const added = await addCategory(shop, admin, { ...category, image_url: kept.value })
  if (!added.ok) await discardPicture(shop, kept.value)
  return added
}

/**
 * §2, §5, §7: saves a category over the version that its form was opened with; an old picture is removed after the save.
 * Refused: 'changed-meanwhile' with what is there now and who changed what, 'not-found', a picture that cannot be taken.
 */
export async function changeCategory(shop: Shop, admin: Actor, change: CategoryChange): Promise<Outcome<{ id: string }, ChangeCategoryRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  const { id, version, category, upload, place = null } = change
  if (!isId(id)) return refused('not-found')
  const current = await shop.db.once(admin, (db) => selectOfficeCategory(db, id))
  if (!current) return refused('not-found')
  if (current.version !== version) return changedMeanwhile(shop, admin, id, version)
  const kept = upload && (await keepUpload(shop, upload, categoryPictureKey(current.slug, shop.clock())))
  if (kept && !kept.ok) return kept
  const image_url = kept ? kept.value : current.image_url
  const saved = await shop.db.as(admin, async (trx) => {
    if (place !== null) await lockCategories(trx)
    const updated = await trx
      .updateTable('categories')
      .set({ ...category, image_url })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id')
      .executeTakeFirst()
    if (updated && place !== null) await callPlaceCategory(trx, id, place)
    return updated
  })
  if (!saved) {
    if (kept) await discardPicture(shop, kept.value)
    return changedMeanwhile(shop, admin, id, version)
  }
  if (kept && current.image_url !== kept.value) await discardPicture(shop, current.image_url)
  return done(saved)
}

const changedMeanwhile = (shop: Shop, admin: Actor, id: string, version: number) =>
  shop.db.as(admin, async (trx) => {
    const current = await selectOfficeCategory(trx, id)
    if (!current) return refused('not-found')
    return refused('changed-meanwhile', { current, changes: await selectChangesSince(trx, id, version) })
  })
