import { z } from 'zod'
import { findAnyProduct } from '#features/catalogue/products/admin/admin-catalogue.server.ts'
import { isProductCode } from '#features/catalogue/products/admin/found-products.ts'
import { searchProductsByName } from '#features/catalogue/products/admin/search-products-by-name.server.ts'
import { DELIVERY_COUNTRY } from '#features/checkout/address/delivery-country.ts'
import {
  CUSTOMER_MISSING_MESSAGES,
  validateShippingForm,
} from '#features/checkout/address/shipping-address.ts'
import { isDay } from '#shop/dates/dates.ts'
import { messages } from '#shop/messages/messages.ts'
import { orderEditMessages } from '#features/orders/admin-order-messages.ts'
import { editOrder, findOrder } from '#features/orders/orders.server.ts'
import { isPriced } from '#features/orders/order.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import { EDITED_ADDRESS_FIELDS, type EditedAddress } from '#features/orders/order.ts'
import { poundsNumber, priceNumber, quantityNumber, versionNumber } from '#shop/text/number-fields.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'
import type { AdminForm } from '#kit/admin/admin-action.server.ts'
import { jsonField } from '#kit/admin/lines/json-field.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { orderEditRefused } from '#features/orders/order-edit-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { lastOrderChangeLabel, type OrderEditActionResult } from './edit-order-result.ts'
import {
  addToDraft,
  isAddressChanged,
  toBaseOrder,
  mergeOrderDraft,
  listOrderDifferences,
  remainingItems,
  quantityField,
  removedField,
  parseOrderQuantity,
  type AddedItem,
  type OrderDraft,
} from './order-draft.ts'

type Handled = Promise<HandledAction<OrderEditActionResult>>
const INTENT = { intent: 'edit' } as const

const MAX_ITEMS = 1000
const MAX_ADDED = 100
const editedAddress = z.object({
  full_name: z.string(),
  phone: z.string(),
  address: z.string(),
  post_code: z.string(),
  city: z.string(),
}) satisfies z.ZodType<EditedAddress>
const baseOrderSchema = z.object({
  version: versionNumber,
  status: z.enum(ORDER_STATUSES),
  estimated_delivery: z.string().refine(isDay),
  delivery_rate: poundsNumber.nullable().default(null),
  delivery_free_over: poundsNumber.nullable().default(null),
  items: z
    .array(z.object({ id: z.uuid(), product_name: z.string(), price: priceNumber, quantity: quantityNumber }))
    .min(1)
    .max(MAX_ITEMS),
  // A form of an earlier version has no address, and does not edit it.
  shipping_address: editedAddress.default({ full_name: '', phone: '', address: '', post_code: '', city: '' }),
})
type SubmittedBase = z.output<typeof baseOrderSchema>

const addedItem = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  net_weight: z.string().nullable(),
  price: priceNumber,
}) satisfies z.ZodType<AddedItem>
/** Each item and each added product has its own fields, named by its ID. */
const orderEditSchema = z
  .object({
    seen: jsonField(baseOrderSchema),
    estimated_delivery: z.string().default(''),
    added: jsonField(z.array(addedItem).max(MAX_ADDED)).catch([]),
    product_search: z.string().default(''),
    find: z.string().optional(),
    add: z.string().optional(),
  })
  .catchall(z.string())
  .transform(({ seen, estimated_delivery, added, product_search, find, add, ...fields }) => {
    const isRemoved = (id: string) => fields[removedField(id)] !== undefined
    const remaining = added.filter(({ product_id }) => !isRemoved(product_id))
    const ids = [...seen.items.map(({ id }) => id), ...remaining.map(({ product_id }) => product_id)]
    // Browsers send line breaks of a text area as CR LF. Missing fields are unchanged.
    const address = EDITED_ADDRESS_FIELDS.map((field) => [
      field,
      (fields[field] ?? seen.shipping_address[field]).replaceAll('\r\n', '\n'),
    ])
    return {
      submittedBase: seen,
      find: find === undefined ? null : collapseWhiteSpace(product_search),
      add: add ?? null,
      draft: {
        quantities: Object.fromEntries(ids.map((id) => [id, fields[quantityField(id)] ?? ''])),
        removed: seen.items.map(({ id }) => id).filter(isRemoved),
        delivery: estimated_delivery,
        address: Object.fromEntries(address) as EditedAddress,
        added: remaining,
      } satisfies OrderDraft,
    }
  })
type SubmittedEdit = z.output<typeof orderEditSchema>

/** Status 400: invalid form, 404: no such order, 409: conflict or missing stock, 422: invalid fields, 503: database failure. */
export async function saveOrderEdit({ shop, admin, submitted, params }: AdminForm): Handled {
  const form = await readForm(submitted, orderEditSchema)
  if (!form.ok)
    return {
      actionResult: { ...INTENT, kind: 'failed', message: messages.badRequest, errors: {} },
      status: 400,
    }
  const { find, add, draft } = form.value
  if (find !== null) return findProducts(shop, admin, find, draft)
  if (add !== null) return addProduct(shop, admin, add, draft)
  return save(shop, admin, params['id'] ?? '', form.value)
}

/** What a form that failed keeps. */
export async function readOrderEdit(submitted: FormData) {
  const form = await readForm(submitted, orderEditSchema)
  return form.ok ? { draft: form.value.draft } : {}
}

async function findProducts(
  shop: ShopDependencies,
  admin: Admin,
  search: string,
  draft: OrderDraft,
): Handled {
  const products = await searchProductsByName(shop, admin, search)
  const found = products.map(({ stock, ...product }) => ({ ...toAddedItem(product), stock }))
  const scanned = products.find((product) => isProductCode(product, search))?.id ?? null
  return {
    actionResult: { ...INTENT, kind: 'done', draft, found: { search, products: found, scanned } },
    status: 200,
  }
}

/** For forms sent without JavaScript. */
async function addProduct(
  shop: ShopDependencies,
  admin: Admin,
  productId: string,
  draft: OrderDraft,
): Handled {
  const product = await findAnyProduct(shop, admin, productId)
  return {
    actionResult: {
      ...INTENT,
      kind: 'done',
      draft: product?.is_active ? addToDraft(draft, toAddedItem(product)) : draft,
    },
    status: 200,
  }
}

const toAddedItem = ({
  id,
  name,
  net_weight,
  price,
}: {
  id: string
  name: string
  net_weight: string | null
  price: number
}): AddedItem => ({ product_id: id, product_name: name, net_weight, price })

async function save(
  shop: ShopDependencies,
  admin: Admin,
  orderId: string,
  { submittedBase, draft }: SubmittedEdit,
): Handled {
  const remaining = remainingItems(submittedBase.items, draft)
  const added = draft.added.map(({ product_id: id, ...item }) => ({ id, ...item }))
  const isNewAddress = isAddressChanged(draft, submittedBase)
  const address = isNewAddress
    ? validateShippingForm({ ...draft.address, country: DELIVERY_COUNTRY }, CUSTOMER_MISSING_MESSAGES)
    : null
  const errors = {
    ...quantityErrors([...remaining, ...added], draft),
    ...(address && !address.ok && address.errors),
  }
  if (!isDay(draft.delivery)) errors['estimated_delivery'] = orderEditMessages.dateInvalid
  if (Object.keys(errors).length > 0)
    return { actionResult: { ...INTENT, kind: 'refused', message: '', errors, draft }, status: 422 }
  const items = remaining.map(({ id }) => ({ id, quantity: Number(draft.quantities[id]) }))
  const edit = {
    orderId,
    version: submittedBase.version,
    items,
    estimatedDelivery: draft.delivery,
    address: address?.ok ? address.value : null,
    added: added.map(({ id, price }) => ({ product_id: id, price, quantity: Number(draft.quantities[id]) })),
  }
  const saved = await editOrder(shop, admin, edit)
  if (saved.ok)
    return { actionResult: { ...INTENT, kind: 'done', message: orderEditMessages.saved }, status: 200 }
  const found = await findOrder(shop, admin, orderId)
  const order = found && isPriced(found) ? found : null
  const refused = withFields(
    orderEditRefused(order ? saved.refusal : { code: 'not-found' }, {
      order,
      added: draft.added,
      stockField: quantityField,
    }),
    INTENT,
  )
  if (saved.refusal.code === 'price-changed')
    return withFields(refused, { draft: withPrices(draft, saved.refusal.lines) })
  const isConflict = saved.refusal.code === 'changed-meanwhile' || saved.refusal.code === 'not-editable'
  if (!order || !isConflict) return withFields(refused, { draft })
  const base = toBaseOrder(order)
  const changes = {
    by: lastOrderChangeLabel(order, shop.clock().toISOString()),
    lines: listOrderDifferences(submittedBase, base),
  }
  return withFields(refused, { base, draft: mergeOrderDraft(draft, submittedBase, base), changes })
}

const withPrices = (
  draft: OrderDraft,
  lines: readonly { product_id: string; price: number }[],
): OrderDraft => ({
  ...draft,
  added: draft.added.map((item) => ({
    ...item,
    price: lines.find(({ product_id }) => product_id === item.product_id)?.price ?? item.price,
  })),
})

const quantityErrors = (
  items: readonly Pick<SubmittedBase['items'][number], 'id' | 'product_name'>[],
  draft: OrderDraft,
): Record<string, string> =>
  Object.fromEntries(
    items
      .filter(({ id }) => parseOrderQuantity(draft.quantities[id]) === null)
      .map(({ id, product_name }) => [quantityField(id), orderEditMessages.quantityInvalid(product_name)]),
  )
