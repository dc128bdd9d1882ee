import { redirect } from 'react-router'
import { productToAdd, productToChange } from '#features/catalogue/product-form/submitted-forms.ts'
import {
  bulkEditProducts,
  bulkEditMatchingProducts,
  setProductActive,
  type BulkEdit,
} from '#features/catalogue/products/bulk-edit/bulk-edit-products.server.ts'
import type { BulkEditDone, BulkEditResult } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import {
  PICTURE_FILES,
  PICTURE_LISTS,
  submittedPicturesValue,
  withoutLostPictures,
} from '#features/catalogue/product-form/pictures-value.ts'
import { toPictureReferences } from '#features/catalogue/products/product-pictures.ts'
import { productFormValues } from '#features/catalogue/product-form/product-form-values.ts'
import { addProductWithPicture, changeProduct } from '#features/catalogue/products/save-product.server.ts'
import { isValidId } from '#shop/ids.ts'
import { messages } from '#shop/messages/messages.ts'
import { adjustStock } from '#features/stock/stock.server.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { formTexts, readForm } from '#kit/actions/read-form.server.ts'
import {
  activationRefused,
  bulkEditRefused,
  productRefused,
  stockAdjustmentRefused,
} from '#features/catalogue/catalogue-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { offerTargetPath } from '#features/catalogue/offers/admin/offer-url.ts'
import { priceTargetPath } from '#features/catalogue/price-changes/admin/price-change-url.ts'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { mergeConcurrentEdit } from '#features/catalogue/product-form/admin/concurrent-edit.server.ts'
import { productListPath, productListUrl, STOCK_CHANGED, type ProductListView } from './product-list-url.ts'
import { savePairings } from './save-pairings.server.ts'
import { bulkEditForm, productSwitchForm, productStockForm } from './product-action-forms.server.ts'

type ActionRequest = AdminForm & { view: ProductListView }
type Handled = Promise<HandledAction<CatalogueActionResult> | Response>
const PICTURES = { lists: PICTURE_LISTS, files: PICTURE_FILES }

const ACTIONS = { add, edit, switch: switchActive, stock: changeStock, chosen: changeSelectedProducts }
const ABOUT = { add: 'form', edit: 'form', switch: 'switch', stock: 'stock', chosen: 'chosen' } as const
const isKnown = (intent: string): intent is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, intent)

/** Status 400: unknown intent, 503: database failure. `view` is the list to which a redirect returns. */
export const action = adminAction<CatalogueActionResult>({
  handle: async (form) =>
    isKnown(form.intent)
      ? ACTIONS[form.intent]({ ...form, view: productListUrl.read(form.url.searchParams) })
      : { status: 400, actionResult: { about: 'form', kind: 'failed', message: messages.badRequest } },
  failure: 'a product could not be saved',
  answerFailure: ({ intent, submitted }) => {
    const about = isKnown(intent) ? ABOUT[intent] : 'form'
    const hasValues = about === 'form' || about === 'stock'
    const kept = hasValues ? { values: formTexts(submitted) } : {}
    return {
      status: 503,
      actionResult: { about, kind: 'failed', message: messages.anErrorOccurred, ...kept },
    }
  },
})

async function add({ shop, admin, submitted, view }: ActionRequest): Handled {
  const form = await readForm(submitted, productToAdd, PICTURES)
  const values = withPictures(form.values, submitted)
  if (!form.ok) return refuse('form', 422, { ...form, values })
  const added = await addProductWithPicture(shop, admin, form.value)
  if (added.ok) await savePairings(shop, admin, added.value.id, submitted)
  if (added.ok) return redirect(productListPath(view, null, 'product-added'))
  return withFields(productRefused(added.refusal, wasAsked(values)), { about: 'form', values } as const)
}

async function edit({ shop, admin, submitted, view }: ActionRequest): Handled {
  const form = await readForm(submitted, productToChange, PICTURES)
  const values = withPictures(form.values, submitted)
  if (!form.ok) return refuse('form', 422, { ...form, values })
  const changed = await changeProduct(shop, admin, form.value)
  if (changed.ok) await savePairings(shop, admin, changed.value.id, submitted)
  if (changed.ok) return redirect(productListPath(view, null, 'product-saved'))
  const refused = withFields(productRefused(changed.refusal, wasAsked(values)), {
    about: 'form',
    values,
  } as const)
  if (changed.refusal.code !== 'changed-meanwhile') return refused
  const conflict = mergeConcurrentEdit(changed.refusal, values, productFormValues)
  // Stock has a ledger, so sales meanwhile do not conflict with the edit.
  conflict.values['stock'] = values['stock'] ?? ''
  conflict.values['pictures'] = withoutLostPictures(
    conflict.values['pictures'] ?? '',
    toPictureReferences(changed.refusal.current),
  )
  conflict.merged.fields = conflict.merged.fields.filter(({ field }) => field !== 'stock')
  return withFields(refused, conflict)
}

/** Combines the pictures into one value, because each has several fields. */
function withPictures(values: Record<string, string>, submitted: FormData): Record<string, string> {
  const list = (name: string) => submitted.getAll(name).map(String)
  const pictures = submittedPicturesValue({
    picture: list('picture'),
    picture_alt: list('picture_alt'),
    picture_place: list('picture_place'),
    picture_removed: list('picture_removed'),
  })
  return { ...values, pictures }
}

const wasAsked = (values: Record<string, string>) => ({ wasAsked: values['was_asked'] === 'on' })

type RefusedFields = {
  message?: string | undefined
  errors?: Record<string, string>
  values?: Record<string, string>
}
const refuse = (
  about: CatalogueActionResult['about'] & string,
  status: number,
  { message, errors, values }: RefusedFields,
) => ({
  status,
  actionResult: {
    about,
    kind: 'refused' as const,
    ...(message && { message }),
    ...(errors && { errors }),
    ...(values && { values }),
  },
})

async function switchActive({ shop, admin, submitted }: ActionRequest): Handled {
  const form = await readForm(submitted, productSwitchForm)
  if (!form.ok) return refuse('switch', 400, { message: messages.badRequest })
  const { productId, isActive } = form.value
  const switched = await setProductActive(shop, admin, form.value)
  if (!switched.ok)
    return withFields(activationRefused(switched.refusal, { productId }), { about: 'switch' } as const)
  const product = { id: productId, name: switched.value.name }
  const message = isActive ? 'is active.' : 'is inactive.'
  return { status: 200, actionResult: { about: 'switch', kind: 'done', product, message } }
}

async function changeStock({ shop, admin, submitted, view }: ActionRequest): Handled {
  const form = await readForm(submitted, productStockForm)
  const { values } = form
  if (!form.ok) {
    const [message = messages.fillAllFields] = Object.values(form.errors)
    return refuse('stock', 422, { message, errors: form.errors, values })
  }
  const changed = await adjustStock(shop, admin, form.value)
  if (changed.ok) return redirect(productListPath(view, null, `${STOCK_CHANGED}${form.value.productId}`))
  return withFields(stockAdjustmentRefused(changed.refusal), { about: 'stock', values } as const)
}

const doneBy = (change: BulkEdit): BulkEditDone =>
  change.kind !== 'archive' ? 'changed' : change.isArchived ? 'archived' : 'brought-back'

async function changeSelectedProducts({ shop, admin, submitted, view }: ActionRequest): Handled {
  const ids = submitted.getAll('product_id').map(String).filter(isValidId)
  const previewPath = { prices: priceTargetPath, offer: offerTargetPath }[String(submitted.get('what'))]
  if (previewPath && ids.length > 0) return redirect(previewPath({ ids }))
  const form = await readForm(submitted, bulkEditForm, { lists: ['product_id'] })
  if (!form.ok) return refuse('chosen', 422, { message: form.errors['form'] })
  const { change, wholeList } = form.value
  const done = (results: BulkEditResult[]) => ({
    status: 200,
    actionResult: { about: 'chosen' as const, kind: 'done' as const, results, doneAs: doneBy(change) },
  })
  if (!wholeList) return done(await bulkEditProducts(shop, admin, form.value.ids, change))
  if (!/^\d{1,6}$/.test(wholeList.total) || !wholeList.mark)
    return refuse('chosen', 400, { message: messages.badRequest })
  const matching = { search: view.search, category_id: view.category, show: view.show }
  const snapshot = { total: Number(wholeList.total), mark: wholeList.mark }
  const changed = await bulkEditMatchingProducts(shop, admin, matching, snapshot, change)
  if (changed.ok) return done(changed.value)
  return withFields(bulkEditRefused(changed.refusal, { totalSeen: snapshot.total }), {
    about: 'chosen',
  } as const)
}
