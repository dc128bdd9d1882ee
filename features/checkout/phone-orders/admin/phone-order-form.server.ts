import { redirect } from 'react-router'
import { z } from 'zod'
import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { DELIVERY_COUNTRY } from '#features/checkout/address/delivery-country.ts'
import {
  CUSTOMER_MISSING_MESSAGES,
  validateShippingForm,
} from '#features/checkout/address/shipping-address.ts'
import { messages } from '#shop/messages/messages.ts'
import { EDITED_ADDRESS_FIELDS, type EditedAddress } from '#features/orders/order.ts'
import { orderNoteMessages } from '#features/orders/order-details-messages.ts'
import type { PhoneCustomer, PhoneProduct } from '#features/checkout/phone-orders/phone-order.ts'
import { phoneOrderMessages } from '#features/checkout/phone-orders/phone-order-messages.ts'
import {
  findPhoneCustomers,
  findPhoneProducts,
  placePhoneOrder,
  readPhoneProducts,
  type PhoneOrder,
} from '#features/checkout/phone-orders/phone-orders.server.ts'
import { requirePermission, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { poundsField, priceNumber } from '#shop/text/number-fields.ts'
import { stripNul } from '#shop/text/strip-nul.ts'
import { collapseWhiteSpace, trimWhiteSpace } from '#shop/text/white-space.ts'
import { phoneOrderRefused } from '#features/orders/order-details-refusals.server.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { jsonField } from '#kit/admin/lines/json-field.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { orderPath } from '#features/orders/admin/list/order-list-url.ts'
import { parseOrderQuantity, quantityField, removedField } from '#features/orders/admin/order/order-draft.ts'
import {
  addProduct,
  chooseCustomer,
  clearCustomer,
  MAX_PHONE_LINES,
  removeProduct,
  type PhoneOrderDraft,
} from './phone-order-draft.ts'
import type { PhoneOrderResult } from './phone-order-result.ts'

type Answer = HandledAction<PhoneOrderResult>

const seenLine = z.object({ product_id: z.uuid(), price: priceNumber })
const text = z
  .string()
  .default('')
  .transform((entry) => stripNul(entry.replaceAll('\r\n', '\n')))

/** Each product has its own fields, named by its ID. */
const phoneOrderSchema = z
  .object({
    intent: z.string().default(''),
    idempotency_key: z.string().min(1).max(200),
    customer_id: z.union([z.literal(''), z.uuid()]).default(''),
    customer_search: text.transform(collapseWhiteSpace),
    choose_customer: z.string().optional(),
    product_search: text.transform(collapseWhiteSpace),
    add: z.string().optional(),
    lines: jsonField(z.array(seenLine).max(MAX_PHONE_LINES)).catch([]),
    full_name: text,
    phone: text,
    address: text,
    post_code: text,
    city: text,
    email: text.transform(trimWhiteSpace),
    note: text.transform(trimWhiteSpace),
    note_for_packers: z.string().optional(),
    delivery_charge: poundsField.optional(),
    delivery_rate: poundsField.optional(),
    delivery_free_over: poundsField.optional(),
  })
  .catchall(z.string())
type SubmittedOrder = z.output<typeof phoneOrderSchema>

/** Status 400: invalid form, 409: conflict or missing stock, 422: invalid fields, 503: database failure. */
export async function handlePhoneOrder({ shop, admin, submitted }: AdminForm): Promise<Answer | Response> {
  requirePermission(admin, 'orders.place-by-phone')
  const read = await readForm(submitted, phoneOrderSchema)
  if (!read.ok) return { actionResult: { kind: 'failed', message: messages.badRequest }, status: 400 }
  const form = read.value
  const { intent, customer_search, product_search } = form
  // Searches while typing read nothing else.
  if (intent === 'find-customers-live' || intent === 'find-products-live') {
    const draft = emptyDraft(form)
    return intent === 'find-customers-live'
      ? answered(draft, { foundCustomers: await foundCustomers(shop, admin, customer_search) })
      : answered(draft, { foundProducts: await findPhoneProducts(shop, admin, product_search) })
  }
  const draft = await readDraft(shop, admin, form)
  if (form.choose_customer !== undefined) {
    const { customers } = await foundCustomers(shop, admin, customer_search)
    const chosen = customers.find(({ user_id }) => user_id === form.choose_customer)
    return answered(chosen ? chooseCustomer(draft, chosen) : draft)
  }
  if (form.add !== undefined) {
    const [product] = await readPhoneProducts(shop, admin, [form.add])
    return answered(product ? addProduct(draft, product) : draft)
  }
  if (intent === 'find-customers')
    return answered(draft, { foundCustomers: await foundCustomers(shop, admin, customer_search) })
  if (intent === 'find-products')
    return answered(draft, { foundProducts: await findPhoneProducts(shop, admin, product_search) })
  if (intent === 'new-customer') return answered(clearCustomer(draft))
  if (intent !== 'phone-order') return answered(draft)
  const { delivery_charge: charge, delivery_rate: rate, delivery_free_over: free_over = null } = form
  const delivery = charge === undefined || rate === undefined ? null : { charge, rate, free_over }
  return place(shop, admin, draft, delivery)
}

const answered = (
  draft: PhoneOrderDraft,
  found: Partial<Extract<PhoneOrderResult, { kind: 'done' }>> = {},
): Answer => ({ actionResult: { kind: 'done', draft, ...found }, status: 200 })

const foundCustomers = async (shop: ShopDependencies, admin: Admin, search: string) => ({
  search,
  customers: search === '' ? [] : await findPhoneCustomers(shop, admin, search),
})

const emptyDraft = (form: SubmittedOrder): PhoneOrderDraft => ({
  key: form.idempotency_key,
  customer: null,
  address: Object.fromEntries(EDITED_ADDRESS_FIELDS.map((field) => [field, form[field]])) as EditedAddress,
  email: form.email,
  lines: [],
  quantities: {},
  note: form.note,
  isNoteForPackers: form.note_for_packers === 'on',
})

/** Current names, stock and allergens, with the displayed prices. */
async function readDraft(
  shop: ShopDependencies,
  admin: Admin,
  form: SubmittedOrder,
): Promise<PhoneOrderDraft> {
  const fields: Record<string, unknown> = form
  const textOf = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' ? value : ''
  }
  const products = await readPhoneProducts(
    shop,
    admin,
    form.lines.map(({ product_id }) => product_id),
  )
  const lines = form.lines.flatMap(({ product_id, price }): PhoneProduct[] => {
    const product = products.find((candidate) => candidate.product_id === product_id)
    return [product ? { ...product, price } : withdrawnProduct(product_id, price)]
  })
  const draft: PhoneOrderDraft = {
    ...emptyDraft(form),
    customer: form.customer_id === '' ? null : knownCustomer(form),
    lines,
    quantities: Object.fromEntries(
      lines.map(({ product_id }) => [product_id, textOf(quantityField(product_id))]),
    ),
  }
  return lines
    .filter(({ product_id }) => fields[removedField(product_id)] !== undefined)
    .reduce((rest, { product_id }) => removeProduct(rest, product_id), draft)
}

const withdrawnProduct = (product_id: string, price: number): PhoneProduct => ({
  product_id,
  product_name: messages.productNotFound,
  net_weight: null,
  price,
  stock: 0,
  allergy_advice: null,
})

/** The form's own data about the customer; the procedure reads who it is. */
const knownCustomer = (form: SubmittedOrder): PhoneCustomer => ({
  ...(Object.fromEntries(EDITED_ADDRESS_FIELDS.map((field) => [field, form[field]])) as EditedAddress),
  full_name: form['customer_name'] ?? form.full_name,
  user_id: form.customer_id,
  email: (form['customer_email'] ?? '') || null,
  has_account: form['customer_account'] !== undefined,
  is_email_verified: form['customer_account'] === 'verified',
  last_order_at: null,
})

async function place(
  shop: ShopDependencies,
  admin: Admin,
  draft: PhoneOrderDraft,
  delivery: PhoneOrder['delivery'],
): Promise<Answer | Response> {
  const errors: Record<string, string> = {}
  const address = validateShippingForm(
    { ...draft.address, country: DELIVERY_COUNTRY },
    CUSTOMER_MISSING_MESSAGES,
  )
  if (!address.ok) Object.assign(errors, address.errors)
  if (draft.email !== '' && !z.email().safeParse(draft.email).success)
    errors['email'] = phoneOrderMessages.emailInvalid
  if (draft.lines.length === 0) errors['product_search'] = phoneOrderMessages.noLines
  for (const { product_id, product_name } of draft.lines)
    if (parseOrderQuantity(draft.quantities[product_id]) === null)
      errors[quantityField(product_id)] = phoneOrderMessages.quantityInvalid(product_name)
  if (draft.note.length > MAX_ORDER_NOTE_LENGTH) errors['note'] = orderNoteMessages.tooLong
  if (!address.ok || Object.keys(errors).length > 0)
    return { actionResult: { kind: 'refused', errors, draft }, status: 422 }
  const placed = await placePhoneOrder(shop, admin, {
    idempotencyKey: draft.key,
    customerId: draft.customer?.user_id ?? null,
    email: draft.email,
    lines: draft.lines.map(({ product_id, price }) => ({
      id: product_id,
      quantity: Number(draft.quantities[product_id]),
      price,
    })),
    address: address.value,
    note: draft.note,
    isNoteForPackers: draft.isNoteForPackers,
    delivery,
  })
  if (placed.ok) return redirect(orderPath(placed.value.order_id, {}), 303)
  const { refusal } = placed
  const refused = phoneOrderRefused(refusal, { lines: draft.lines, quantityField })
  if (refusal.code === 'cart-changed')
    return withFields(refused, { draft: withCurrent(draft, refusal.lines) })
  if (refusal.code === 'email-known')
    return withFields(refused, { draft, foundCustomers: await foundCustomers(shop, admin, draft.email) })
  return withFields(refused, { draft: refusal.code === 'customer-gone' ? clearCustomer(draft) : draft })
}

const withCurrent = (
  draft: PhoneOrderDraft,
  changed: readonly { product_id: string; price: number | null; stock: number | null }[],
): PhoneOrderDraft => ({
  ...draft,
  lines: draft.lines.map((line) => {
    const current = changed.find(({ product_id }) => product_id === line.product_id)
    return { ...line, price: current?.price ?? line.price, stock: current?.stock ?? line.stock }
  }),
})
