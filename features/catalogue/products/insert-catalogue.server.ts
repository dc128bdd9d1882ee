import type { DatabaseError } from 'pg'
import { messages } from '#shop/messages/messages.ts'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { isValidSlug, toSlug } from '#shop/text/slug.ts'
import { codeRefusal, type CodeRefusal } from './product-code-refusals.server.ts'
import { completeFoodInformation } from './complete-food-information.ts'
import { completeManufacturer } from './manufacturer.ts'
import type { NewCategory, NewProduct } from './product.ts'

export type AddedItem = { id: string; slug: string }
export type CategoryRefusal = Refusal<'name-taken' | 'name-without-letters'>
export type ProductRefusal = CategoryRefusal | CodeRefusal | Refusal<'category-not-found'>

const FOREIGN_KEY_VIOLATION = '23503'
const hasErrorCode = (error: unknown, code: string) => (error as Partial<DatabaseError> | null)?.code === code

/** The slug is derived from the name and never changes. Refused: 'name-taken' if it exists, 'name-without-letters' if it would be empty. */
export async function addCategory(
  shop: ShopDependencies,
  admin: Actor,
  { name, description, image_url, is_on_home_page, position = null }: NewCategory,
): Promise<Outcome<AddedItem, CategoryRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  const slug = toSlug(name)
  if (!isValidSlug(slug)) return nameWithoutLetters()
  const added = await shop.db.queryAs(admin, (db) =>
    db
      .insertInto('categories')
      .values({ name, slug, description, image_url, position, is_on_home_page: is_on_home_page ?? true })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning(['id', 'slug'])
      .executeTakeFirst(),
  )
  return added ? done(added) : refused('name-taken', { fields: { name: messages.categoryNameTaken } })
}

/** Refused like {@link addCategory}, 'code-taken' and 'category-not-found'. Without brand or manufacturer, the shop's defaults apply. */
export async function addProduct(
  shop: ShopDependencies,
  admin: Actor,
  product: NewProduct,
): Promise<Outcome<AddedItem, ProductRefusal>> {
  requirePermission(admin, 'catalogue.edit')
  const slug = toSlug(product.name)
  if (!isValidSlug(slug)) return nameWithoutLetters()
  const { allergens, more_pictures = [], ...fields } = completeFoodInformation(product, null)
  const values = {
    ...fields,
    slug,
    brand: product.brand ?? shop.identity.brand,
    nutrition_info: JSON.stringify(product.nutrition_info),
    allergens: JSON.stringify(allergens),
    more_pictures: JSON.stringify(more_pictures),
    manufacturer: JSON.stringify(
      completeManufacturer(product.manufacturer, shop.identity.defaultManufacturer),
    ),
  }
  try {
    const added = await shop.db.queryAs(admin, (db) =>
      db
        .insertInto('products')
        .values(values)
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning(['id', 'slug'])
        .executeTakeFirst(),
    )
    return added ? done(added) : refused('name-taken', { fields: { name: messages.productNameTaken } })
  } catch (error) {
    const codeTaken = codeRefusal(error)
    if (codeTaken) return codeTaken
    if (!hasErrorCode(error, FOREIGN_KEY_VIOLATION)) throw error
    return refused('category-not-found', { fields: { category_id: messages.categoryNotFound } })
  }
}

const nameWithoutLetters = () =>
  refused('name-without-letters', { fields: { name: messages.nameWithoutLetters } })
