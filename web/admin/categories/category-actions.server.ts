import { data, redirect } from 'react-router'
import { categoryForm } from '#shop/catalogue/product-form/catalogue-forms.ts'
import {
  addCategoryWithPicture,
  changeCategory,
  type AddCategoryRefusal,
  type ChangeCategoryRefusal,
} from '#shop/catalogue/categories/save-category.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Refused } from '#shop/outcome.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { categoryListPath } from './category-list-url.ts'
import { categoryFormValues } from './category-form-values.ts'
import type { CatalogueActionResult } from '#web/admin/product-form/catalogue-action-result.ts'
import {
  mergeConcurrentEdit,
  validateEntries,
  readFormEntries,
  type FormEntries,
} from '#web/admin/product-form/form-entries.server.ts'

type ActionRequest = { shop: ShopDependencies; admin: Admin; form: FormData }
const respond = (actionResult: Omit<CatalogueActionResult, 'about'>, status: number) =>
  data({ about: 'form', ...actionResult } satisfies CatalogueActionResult, { status })

export async function handleCategoryAction(actionRequest: ActionRequest) {
  const intent = actionRequest.form.get('intent')
  const handler = intent === 'add' ? add : intent === 'edit' ? edit : null
  if (!handler) return respond({ kind: 'failed', message: messages.badRequest }, 400)
  const entries = await readFormEntries(actionRequest.form)
  try {
    return await handler(actionRequest, entries)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    actionRequest.shop.log.error({ error, intent }, 'a category could not be saved')
    return respond({ kind: 'failed', message: messages.anErrorOccurred, values: entries.values }, 503)
  }
}

async function add({ shop, admin }: ActionRequest, entries: FormEntries) {
  const parsed = validateEntries(entries.values, categoryForm)
  if (!parsed.ok || entries.upload === null) {
    return refuse(entries, {
      ...(!parsed.ok && parsed.errors),
      ...(entries.upload === null && { image: messages.chooseImage }),
    })
  }
  const added = await addCategoryWithPicture(shop, admin, { category: parsed.value, upload: entries.upload })
  return added.ok ? redirect(categoryListPath(null, 'category-added')) : showRefusal(entries, added)
}

async function edit({ shop, admin }: ActionRequest, entries: FormEntries) {
  const parsed = validateEntries(entries.values, categoryForm)
  if (!parsed.ok) return refuse(entries, parsed.errors)
  const { version, upload, values } = entries
  const changed = await changeCategory(shop, admin, {
    id: values['id'] ?? '',
    version,
    upload,
    category: parsed.value,
    position: selectedPosition(values),
  })
  return changed.ok ? redirect(categoryListPath(null, 'category-saved')) : showRefusal(entries, changed)
}

function selectedPosition(values: FormEntries['values']): number | null {
  const position = values['place'] ?? ''
  return position !== values['place_seen'] && /^[1-9]\d{0,4}$/.test(position) ? Number(position) : null
}

const refuse = ({ values }: FormEntries, errors: Record<string, string>) =>
  respond({ kind: 'refused', errors, values }, 422)

function showRefusal(
  entries: FormEntries,
  { refusal }: Refused<AddCategoryRefusal> | Refused<ChangeCategoryRefusal>,
) {
  const { values } = entries
  if (refusal.code === 'changed-meanwhile') {
    return respond(
      {
        kind: 'refused',
        message: messages.editConflict,
        ...mergeConcurrentEdit(refusal, values, categoryFormValues),
      },
      409,
    )
  }
  if (refusal.code === 'not-found')
    return respond({ kind: 'refused', message: messages.categoryNotInCatalogue, values }, 404)
  return refuse(entries, refusal.fields ?? {})
}
