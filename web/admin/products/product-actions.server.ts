import { data, redirect } from 'react-router'
import { productForm } from '#shop/catalogue/product-form/catalogue-forms.ts'
import {
  changeChosenProducts, changeMatchingProducts, switchProduct, type ChosenChange,
} from '#shop/catalogue/bulk-edit/bulk-edit-products.server.ts'
import { CHANGED_AT_ONCE_MOST } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { listHasChanged, tooManyAtOnce } from '#shop/catalogue/products/product-messages.ts'
import { nutrientsNotNumeric, productEntries, productFormValues } from '#shop/catalogue/product-form/product-form-values.ts'
import { addPicturedProduct, changeProduct, type AddRefusal, type ChangeRefusal } from '#shop/catalogue/products/save-product.server.ts'
import { isId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Refused } from '#shop/outcome.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { trimWhiteSpace } from '#shop/text/white-space.ts'
import { stockAdjustmentForm } from '#shop/stock/stock-adjustment.ts'
import { adjustStock } from '#shop/stock/stock.server.ts'
import type { CatalogueAnswer } from '#web/admin/product-form/catalogue-action-result.ts'
import { mergeWith, parseEntries, readEntries, type Entries } from '#web/admin/product-form/form-entries.server.ts'
import { productListPath, type ProductListView } from './product-list-url.ts'

type Asked = { shop: Shop; admin: Admin; form: FormData; view: ProductListView }
const answer = (said: CatalogueAnswer, status: number) => data(said, { status })
const BADGE_MAX_LENGTH = 40

/** Does what a posted form of the product table asks for (§2, §5), and says what came of it (§8). */
export async function actOnProducts(asked: Asked) {
  const intent = String(asked.form.get('intent') ?? '')
  const act = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent as keyof typeof ACTIONS] : null
  if (!act) return answer({ about: 'form', kind: 'failed', message: messages.badRequest }, 400)
  try {
    return await act(asked)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    asked.shop.log.error({ error, intent }, 'a product could not be saved')
    const about = intent === 'add' || intent === 'edit' ? 'form' : intent === 'stock' ? 'stock' : intent === 'switch' ? 'switch' : 'chosen'
    const typed = about === 'form' || about === 'stock' ? { values: (await readEntries(asked.form)).values } : {}
    return answer({ about, kind: 'failed', message: messages.anErrorOccurred, ...typed }, 503)
  }
}

const ACTIONS = { add, edit, switch: switchOne, stock: changeStock, chosen: changeChosen }

async function add({ shop, admin, form, view }: Asked) {
  const entries = await readEntries(form)
  const read = parseEntries(productEntries(entries.values), productForm)
  if (!read.ok || entries.upload === null) {
    return refuse(entries, { ...(!read.ok && read.errors), ...(entries.upload === null && { image: messages.chooseImage }) })
  }
  const added = await addPicturedProduct(shop, admin, {
    product: read.value,
    notNumeric: nutrientsNotNumeric(entries.values),
    upload: entries.upload,
    isConfirmed: isConfirmed(form),
  })
  return added.ok ? redirect(productListPath(view, null, 'product-added')) : showRefusal(entries, added)
}

async function edit({ shop, admin, form, view }: Asked) {
  const entries = await readEntries(form)
  const read = parseEntries(productEntries(entries.values), productForm)
  if (!read.ok) return refuse(entries, read.errors)
  const changed = await changeProduct(shop, admin, {
    id: entries.values['id'] ?? '',
    version: entries.version,
    stockSeen: /^\d{1,7}$/.test(entries.values['stock_seen'] ?? '') ? Number(entries.values['stock_seen']) : read.value.stock,
    product: read.value,
    notNumeric: nutrientsNotNumeric(entries.values),
    upload: entries.upload,
    isConfirmed: isConfirmed(form),
  })
  return changed.ok ? redirect(productListPath(view, null, 'product-saved')) : showRefusal(entries, changed)
}

const isConfirmed = (form: FormData) => form.get('confirmed') === 'on'
const refuse = ({ values }: Entries, errors: Record<string, string>) => answer({ about: 'form', kind: 'refused', errors, values }, 422)

function showRefusal(entries: Entries, { refusal }: Refused<AddRefusal> | Refused<ChangeRefusal>) {
  const { values } = entries
  switch (refusal.code) {
    case 'confirm': {
      // Whoever was shown the box and left it empty is led to the box itself.
      const toConfirm = { ...refusal.fields, ...(values['was_asked'] === 'on' && { confirmed: messages.tickToSave }) }
      return answer({ about: 'form', kind: 'refused', message: messages.confirmToSave, toConfirm, values }, 422)
    }
    case 'changed-meanwhile': {
      const { current, changes } = refusal
      const merged = mergeWith({ current, changes }, values, productFormValues)
      // The ledger has the stock: what was sold meanwhile is no edit.
      merged.values['stock'] = values['stock'] ?? ''
      merged.merged.fields = merged.merged.fields.filter(({ field }) => field !== 'stock')
      return answer({ about: 'form', kind: 'refused', message: messages.changedMeanwhile, ...merged }, 409)
    }
    case 'not-found':
      return answer({ about: 'form', kind: 'refused', message: messages.productNotInCatalogue, values }, 404)
    default:
      return refuse(entries, refusal.fields ?? {})
  }
}

async function switchOne({ shop, admin, form }: Asked) {
  const productId = String(form.get('product_id') ?? '')
  const isActive = form.get('is_active') === 'on'
  const switched = await switchProduct(shop, admin, { productId, isActive, isConfirmed: isConfirmed(form) })
  if (switched.ok) {
    const { name } = switched.value
    return answer({ about: 'switch', kind: 'done', product: { id: productId, name }, message: isActive ? 'is active.' : 'is inactive.' }, 200)
  }
  if (switched.refusal.code === 'not-found') {
    return answer({ about: 'switch', kind: 'refused', message: messages.productNotInCatalogue }, 404)
  }
  const { name, message } = switched.refusal
  return answer({ about: 'switch', kind: 'refused', product: { id: productId, name }, toConfirm: { is_active: message }, message }, 409)
}

async function changeStock({ shop, admin, form, view }: Asked) {
  const entries = await readEntries(form)
  const productId = entries.values['product_id'] ?? ''
  const read = stockAdjustmentForm.safeParse(entries.values)
  if (!read.success) {
    const errors: Record<string, string> = {}
    for (const { path, message } of read.error.issues) errors[String(path[0])] ??= message
    const [message] = Object.values(errors)
    return answer({ about: 'stock', kind: 'refused', message: message ?? messages.fillAllFields, errors, values: entries.values }, 422)
  }
  const changed = await adjustStock(shop, admin, { productId, ...read.data })
  if (changed.ok) return redirect(productListPath(view, { kind: 'stock', id: productId }, 'stock-changed'))
  const message = {
    'not-found': messages.productNotInCatalogue, 'fields-missing': messages.fillAllFields, 'below-zero': messages.stockBelowZero,
    'too-many': messages.stockTooHigh,
  }[changed.refusal.code]
  const isGone = changed.refusal.code === 'not-found'
  return answer({ about: 'stock', kind: 'refused', message, ...(!isGone && { errors: { change: message } }), values: entries.values }, isGone ? 404 : 409)
}

async function changeChosen({ shop, admin, form, view }: Asked) {
  const refuseChosen = (message: string, status: number) => answer({ about: 'chosen', kind: 'refused', message }, status)
  const change = chosenChange(form)
  const seen = String(form.get('all_of') ?? '')
  const ids = form.getAll('product_id').map(String)
  if (!seen && ids.length === 0) return refuseChosen(messages.chooseProducts, 422)
  if (typeof change === 'string') return refuseChosen(change, 422)
  if (!seen) {
    if (ids.length > CHANGED_AT_ONCE_MOST) return refuseChosen(tooManyAtOnce, 422)
    return answer({ about: 'chosen', kind: 'done', results: await changeChosenProducts(shop, admin, ids, change) }, 200)
  }
  const mark = String(form.get('all_mark') ?? '')
  if (!/^\d{1,6}$/.test(seen) || !mark) return refuseChosen(messages.badRequest, 400)
  const matching = { search: view.search, category_id: view.category, show: view.show }
  const changed = await changeMatchingProducts(shop, admin, matching, { total: Number(seen), mark }, change)
  if (changed.ok) return answer({ about: 'chosen', kind: 'done', results: changed.value }, 200)
  if (changed.refusal.code === 'too-many') return refuseChosen(tooManyAtOnce, 422)
  return refuseChosen(listHasChanged(Number(seen), changed.refusal.total), 409)
}

/** What is asked for, or the sentence that says what is missing: nothing is taken away because a field was left empty. */
function chosenChange(form: FormData): ChosenChange | string {
  const said = (name: string) => trimWhiteSpace(String(form.get(name) ?? ''))
  const what = said('what')
  switch (what) {
    case 'on':
    case 'off':
      return { kind: 'switch', isActive: what === 'on' }
    case 'category':
      return isId(said('category_id')) ? { kind: 'category', categoryId: said('category_id') } : messages.chooseCategory
    case 'badge':
      return said('badge') ? { kind: 'badge', badge: said('badge').slice(0, BADGE_MAX_LENGTH) } : messages.enterBadge
    case 'no-badge':
      return { kind: 'badge', badge: null }
    default:
      return messages.chooseWhatToDo
  }
}
