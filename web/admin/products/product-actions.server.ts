import { data, redirect } from 'react-router'
import { productForm } from '#shop/catalogue/product-form/catalogue-forms.ts'
import {
  bulkEditProducts,
  bulkEditMatchingProducts,
  setProductActive,
  type BulkEdit,
} from '#shop/catalogue/bulk-edit/bulk-edit-products.server.ts'
import { MAX_BULK_EDIT_PRODUCTS } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { listChangedMessage, tooManyForBulkEditMessage } from '#shop/catalogue/products/product-messages.ts'
import {
  findNonNumericNutrients,
  productEntries,
  productFormValues,
} from '#shop/catalogue/product-form/product-form-values.ts'
import {
  addProductWithPicture,
  changeProduct,
  type AddRefusal,
  type ChangeRefusal,
} from '#shop/catalogue/products/save-product.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Refused } from '#shop/outcome.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { stockAdjustmentForm } from '#shop/stock/stock-adjustment.ts'
import { adjustStock } from '#shop/stock/stock.server.ts'
import type { CatalogueActionResult } from '#web/admin/product-form/catalogue-action-result.ts'
import {
  mergeConcurrentEdit,
  validateEntries,
  readFormEntries,
  type FormEntries,
} from '#web/admin/product-form/form-entries.server.ts'
import { productListPath, type ProductListView } from './product-list-url.ts'

type ActionRequest = { shop: ShopDependencies; admin: Admin; form: FormData; view: ProductListView }
const respond = (actionResult: CatalogueActionResult, status: number) => data(actionResult, { status })
const MAX_BADGE_LENGTH = 40

/** 400: unknown intent, 503: database failure. `view` is the list that a redirect returns to. */
export async function handleProductAction(actionRequest: ActionRequest) {
  const intent = String(actionRequest.form.get('intent') ?? '')
  const handler = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent as keyof typeof ACTIONS] : null
  if (!handler) return respond({ about: 'form', kind: 'failed', message: messages.badRequest }, 400)
  try {
    return await handler(actionRequest)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    actionRequest.shop.log.error({ error, intent }, 'a product could not be saved')
    const about =
      intent === 'add' || intent === 'edit'
        ? 'form'
        : intent === 'stock'
          ? 'stock'
          : intent === 'switch'
            ? 'switch'
            : 'chosen'
    const formValues =
      about === 'form' || about === 'stock'
        ? { values: (await readFormEntries(actionRequest.form)).values }
        : {}
    return respond({ about, kind: 'failed', message: messages.anErrorOccurred, ...formValues }, 503)
  }
}

const ACTIONS = { add, edit, switch: switchActive, stock: changeStock, chosen: changeSelectedProducts }

async function add({ shop, admin, form, view }: ActionRequest) {
  const entries = await readFormEntries(form)
  const parsed = validateEntries(productEntries(entries.values), productForm)
  if (!parsed.ok || entries.upload === null) {
    return refuse(entries, {
      ...(!parsed.ok && parsed.errors),
      ...(entries.upload === null && { image: messages.chooseImage }),
    })
  }
  const added = await addProductWithPicture(shop, admin, {
    product: parsed.value,
    nonNumericNutrients: findNonNumericNutrients(entries.values),
    upload: entries.upload,
    isConfirmed: isConfirmed(form),
  })
  return added.ok ? redirect(productListPath(view, null, 'product-added')) : showRefusal(entries, added)
}

async function edit({ shop, admin, form, view }: ActionRequest) {
  const entries = await readFormEntries(form)
  const parsed = validateEntries(productEntries(entries.values), productForm)
  if (!parsed.ok) return refuse(entries, parsed.errors)
  const changed = await changeProduct(shop, admin, {
    id: entries.values['id'] ?? '',
    version: entries.version,
    expectedStock: /^\d{1,7}$/.test(entries.values['stock_seen'] ?? '')
      ? Number(entries.values['stock_seen'])
      : parsed.value.stock,
    product: parsed.value,
    nonNumericNutrients: findNonNumericNutrients(entries.values),
    upload: entries.upload,
    isConfirmed: isConfirmed(form),
  })
  return changed.ok ? redirect(productListPath(view, null, 'product-saved')) : showRefusal(entries, changed)
}

const isConfirmed = (form: FormData) => form.get('confirmed') === 'on'
const refuse = ({ values }: FormEntries, errors: Record<string, string>) =>
  respond({ about: 'form', kind: 'refused', errors, values }, 422)

function showRefusal(entries: FormEntries, { refusal }: Refused<AddRefusal> | Refused<ChangeRefusal>) {
  const { values } = entries
  switch (refusal.code) {
    case 'confirm': {
      const toConfirm = {
        ...refusal.fields,
        ...(values['was_asked'] === 'on' && { confirmed: messages.tickToSaveAnyway }),
      }
      return respond(
        { about: 'form', kind: 'refused', message: messages.confirmWarningsToSave, toConfirm, values },
        422,
      )
    }
    case 'changed-meanwhile': {
      const { current, changes } = refusal
      const merged = mergeConcurrentEdit({ current, changes }, values, productFormValues)
      // Stock is kept in a ledger, so sales meanwhile are no edit conflict.
      merged.values['stock'] = values['stock'] ?? ''
      merged.merged.fields = merged.merged.fields.filter(({ field }) => field !== 'stock')
      return respond({ about: 'form', kind: 'refused', message: messages.editConflict, ...merged }, 409)
    }
    case 'not-found':
      return respond({ about: 'form', kind: 'refused', message: messages.productNotInCatalogue, values }, 404)
    default:
      return refuse(entries, refusal.fields ?? {})
  }
}

async function switchActive({ shop, admin, form }: ActionRequest) {
  const productId = String(form.get('product_id') ?? '')
  const isActive = form.get('is_active') === 'on'
  const switched = await setProductActive(shop, admin, {
    productId,
    isActive,
    isConfirmed: isConfirmed(form),
  })
  if (switched.ok) {
    const { name } = switched.value
    return respond(
      {
        about: 'switch',
        kind: 'done',
        product: { id: productId, name },
        message: isActive ? 'is active.' : 'is inactive.',
      },
      200,
    )
  }
  if (switched.refusal.code === 'not-found') {
    return respond({ about: 'switch', kind: 'refused', message: messages.productNotInCatalogue }, 404)
  }
  const { name, message } = switched.refusal
  return respond(
    {
      about: 'switch',
      kind: 'refused',
      product: { id: productId, name },
      toConfirm: { is_active: message },
      message,
    },
    409,
  )
}

async function changeStock({ shop, admin, form, view }: ActionRequest) {
  const entries = await readFormEntries(form)
  const productId = entries.values['product_id'] ?? ''
  const parsed = stockAdjustmentForm.safeParse(entries.values)
  if (!parsed.success) {
    const errors: Record<string, string> = {}
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message
    const [message] = Object.values(errors)
    return respond(
      {
        about: 'stock',
        kind: 'refused',
        message: message ?? messages.fillAllFields,
        errors,
        values: entries.values,
      },
      422,
    )
  }
  const changed = await adjustStock(shop, admin, { productId, ...parsed.data })
  if (changed.ok) return redirect(productListPath(view, { kind: 'stock', id: productId }, 'stock-changed'))
  const message = {
    'not-found': messages.productNotInCatalogue,
    'fields-missing': messages.fillAllFields,
    'below-zero': messages.stockBelowZero,
    'too-many': messages.stockTooHigh,
  }[changed.refusal.code]
  const isNotFound = changed.refusal.code === 'not-found'
  return respond(
    {
      about: 'stock',
      kind: 'refused',
      message,
      ...(!isNotFound && { errors: { change: message } }),
      values: entries.values,
    },
    isNotFound ? 404 : 409,
  )
}

async function changeSelectedProducts({ shop, admin, form, view }: ActionRequest) {
  const refuseBulkChange = (message: string, status: number) =>
    respond({ about: 'chosen', kind: 'refused', message }, status)
  const change = parseBulkChange(form)
  const totalSeen = String(form.get('all_of') ?? '')
  const ids = form.getAll('product_id').map(String)
  if (!totalSeen && ids.length === 0) return refuseBulkChange(messages.chooseProducts, 422)
  if (typeof change === 'string') return refuseBulkChange(change, 422)
  if (!totalSeen) {
    if (ids.length > MAX_BULK_EDIT_PRODUCTS) return refuseBulkChange(tooManyForBulkEditMessage, 422)
    return respond(
      { about: 'chosen', kind: 'done', results: await bulkEditProducts(shop, admin, ids, change) },
      200,
    )
  }
  const mark = String(form.get('all_mark') ?? '')
  if (!/^\d{1,6}$/.test(totalSeen) || !mark) return refuseBulkChange(messages.badRequest, 400)
  const matching = { search: view.search, category_id: view.category, show: view.show }
  const changed = await bulkEditMatchingProducts(
    shop,
    admin,
    matching,
    { total: Number(totalSeen), mark },
    change,
  )
  if (changed.ok) return respond({ about: 'chosen', kind: 'done', results: changed.value }, 200)
  if (changed.refusal.code === 'too-many') return refuseBulkChange(tooManyForBulkEditMessage, 422)
  return refuseBulkChange(listChangedMessage(Number(totalSeen), changed.refusal.total), 409)
}

/** An empty field never removes a value. */
function parseBulkChange(form: FormData): BulkEdit | string {
  const value = (name: string) => trimWhiteSpace(String(form.get(name) ?? ''))
  const action = value('what')
  switch (action) {
    case 'on':
    case 'off':
      return { kind: 'switch', isActive: action === 'on' }
    case 'category':
      return isValidId(value('category_id'))
        ? { kind: 'category', categoryId: value('category_id') }
        : messages.chooseCategory
    case 'badge':
      return value('badge')
        ? { kind: 'badge', badge: value('badge').slice(0, MAX_BADGE_LENGTH) }
        : messages.enterBadge
    case 'no-badge':
      return { kind: 'badge', badge: null }
    default:
      return messages.chooseWhatToDo
  }
}
