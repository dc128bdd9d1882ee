import { sql } from 'kysely'
import { isProductCode } from '#features/catalogue/products/admin/found-products.ts'
import { searchProductsByName } from '#features/catalogue/products/admin/search-products-by-name.server.ts'
import type { AllergenStatements } from '#features/catalogue/labels/allergen-statements.ts'
import { completeAllergyAdvice, unknownAllergens } from '#features/catalogue/labels/allergy-advice.ts'
import { SELLABLE_STOCK } from '#features/catalogue/products/sellable-stock.server.ts'
import { callProcedure, type ProcedureRefusal, type ProcedureValue } from '#features/call-procedure.server.ts'
import { isValidId } from '#shop/ids.ts'
import type { Done } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import type { OrderLine, ShippingForm } from '#features/checkout/checkout-form.ts'
import type { PhoneCustomer, FoundPhoneProducts, PhoneProduct } from './phone-order.ts'

const MAX_CUSTOMERS = 6
const MAX_SEARCH_LENGTH = 200

/** Customers by name, email, phone or postcode, latest order first. */
export async function findPhoneCustomers(
  shop: ShopDependencies,
  admin: Actor,
  search: string,
): Promise<PhoneCustomer[]> {
  requirePermission(admin, 'orders.place-by-phone')
  const text = stripNul(search).slice(0, MAX_SEARCH_LENGTH)
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<PhoneCustomer>`
      select user_id, coalesce(full_name, '') as full_name, email, coalesce(phone, '') as phone, coalesce(address, '') as address,
             coalesce(post_code, '') as post_code, coalesce(city, '') as city, has_account, is_email_verified, last_order_at
        from find_phone_customers(${text}, ${MAX_CUSTOMERS})`.execute(db),
  )
  return rows
}

/** Products on sale by part of their name, with their allergen information; `scanned` as in a ProductSearch. */
export async function findPhoneProducts(
  shop: ShopDependencies,
  admin: Actor,
  search: string,
): Promise<FoundPhoneProducts> {
  requirePermission(admin, 'orders.place-by-phone')
  const found = await searchProductsByName(shop, admin, search)
  const ids = found.map(({ id }) => id)
  const scanned = found.find((product) => isProductCode(product, search))?.id ?? null
  return { search, products: await readPhoneProducts(shop, admin, ids), scanned }
}

/** The current products, in the order of the IDs; omits products that are not on sale. */
export async function readPhoneProducts(
  shop: ShopDependencies,
  admin: Actor,
  ids: readonly string[],
): Promise<PhoneProduct[]> {
  requirePermission(admin, 'orders.place-by-phone')
  const valid = ids.filter(isValidId)
  if (valid.length === 0) return []
  const products = await shop.db.queryAs(admin, (db) =>
    db
      .selectFrom('products')
      .where('id', 'in', valid)
      .where('is_active', '=', true)
      .select(['id', 'name', 'net_weight', 'price', 'allergy_advice'])
      .select(SELLABLE_STOCK.as('stock'))
      // A constraint allows only the 14 keys and four statements.
      .select(sql<AllergenStatements>`allergens`.as('allergens'))
      .execute(),
  )
  return valid.flatMap((wanted) => {
    const product = products.find(({ id }) => id === wanted)
    if (!product) return []
    const { id, name, net_weight, price, stock, allergy_advice, allergens } = product
    return [
      {
        product_id: id,
        product_name: name,
        net_weight,
        price,
        stock,
        allergy_advice: labelAdvice(allergy_advice, allergens),
      },
    ]
  })
}

/** The same words as on the product page: the label's text first, which names wheat where the statements say gluten. */
function labelAdvice(text: string | null, allergens: AllergenStatements): string | null {
  const advice = completeAllergyAdvice(text, allergens)
  return advice && [advice, ...unknownAllergens(advice, allergens)].join(' ')
}

export type PhoneOrder = {
  idempotencyKey: string
  /** Null: a new customer. */
  customerId: string | null
  email: string
  lines: readonly OrderLine[]
  address: ShippingForm
  note: string
  isNoteForPackers: boolean
  /** The standard delivery charge and its rates as shown; null while delivery is not charged. */
  delivery: { charge: number; rate: number; free_over: number | null } | null
}

/** Customer limits do not apply, no sign-in is needed, and payment is in cash. */
type ImpossibleCode =
  | 'not-signed-in'
  | 'payment-method-not-accepted'
  | 'too-many-products'
  | 'order-too-large'
  | 'too-many-orders'
  | 'open-total-exceeded'
type PhoneOrderAnswer =
  | Done<ProcedureValue<'place_phone_order'>>
  | { ok: false; refusal: Exclude<ProcedureRefusal<'place_phone_order'>, { code: ImpossibleCode }> }

/**
 * Places a customer's phone order as checkout does, without customer limits, once per idempotency key. A new
 * customer gets a profile without an account (ADR-44).
 */
export async function placePhoneOrder(
  shop: ShopDependencies,
  admin: Actor,
  order: PhoneOrder,
): Promise<PhoneOrderAnswer> {
  requirePermission(admin, 'orders.place-by-phone')
  const delivery = order.delivery && { service: 'standard', ...order.delivery }
  const lines = order.lines.map(({ id, quantity, price }) => ({ product_id: id, quantity, price }))
  const answer = await shop.db.queryAs(admin, (db) =>
    callProcedure(db, 'place_phone_order', {
      idempotency_key: order.idempotencyKey,
      customer_id: order.customerId,
      email: order.email,
      lines,
      shipping_address: order.address,
      note: order.note,
      is_note_for_packers: order.isNoteForPackers,
      delivery,
    }),
  )
  if (answer.ok) shop.outbox.wake()
  return answer as PhoneOrderAnswer
}
