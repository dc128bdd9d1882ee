import { data, redirect } from 'react-router'
import { categoryForm } from '#shop/catalogue/product-form/catalogue-forms.ts'
import {
  addPicturedCategory, changeCategory, type AddCategoryRefusal, type ChangeCategoryRefusal,
} from '#shop/catalogue/categories/save-category.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Refused } from '#shop/outcome.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import { categoryListPath } from './category-list-url.ts'
import { categoryFormValues } from './category-form-values.ts'
import type { CatalogueAnswer } from '#web/admin/product-form/catalogue-action-result.ts'
import { mergeWith, parseEntries, readEntries, type Entries } from '#web/admin/product-form/form-entries.server.ts'

type Asked = { shop: Shop; admin: Admin; form: FormData }
const answer = (said: Omit<CatalogueAnswer, 'about'>, status: number) => data({ about: 'form', ...said } satisfies CatalogueAnswer, { status })

/** Does what a posted form of the categories asks for (§2, §5), and says what came of it (§8). */
export async function actOnCategories(asked: Asked) {
  const intent = asked.form.get('intent')
  const act = intent === 'add' ? add : intent === 'edit' ? edit : null
  if (!act) return answer({ kind: 'failed', message: messages.badRequest }, 400)
  const entries = await readEntries(asked.form)
  try {
    return await act(asked, entries)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    asked.shop.log.error({ error, intent }, 'a category could not be saved')
    return answer({ kind: 'failed', message: messages.anErrorOccurred, values: entries.values }, 503)
  }
}

async function add({ shop, admin }: Asked, entries: Entries) {
  const read = parseEntries(entries.values, categoryForm)
  if (!read.ok || entries.upload === null) {
    return refuse(entries, { ...(!read.ok && read.errors), ...(entries.upload === null && { image: messages.chooseImage }) })
  }
  const added = await addPicturedCategory(shop, admin, { category: read.value, upload: entries.upload })
  return added.ok ? redirect(categoryListPath(null, 'category-added')) : showRefusal(entries, added)
}

async function edit({ shop, admin }: Asked, entries: Entries) {
  const read = parseEntries(entries.values, categoryForm)
  if (!read.ok) return refuse(entries, read.errors)
  const { version, upload, values } = entries
  const changed = await changeCategory(shop, admin, { id: values['id'] ?? '', version, upload, category: read.value, place: placeChosen(values) })
  return changed.ok ? redirect(categoryListPath(null, 'category-saved')) : showRefusal(entries, changed)
}

/** Where the category should stand; null where nobody chose another place than the form was opened with. */
function placeChosen(values: Entries['values']): number | null {
  const place = values['place'] ?? ''
  return place !== values['place_seen'] && /^[1-9]\d{0,4}$/.test(place) ? Number(place) : null
}

const refuse = ({ values }: Entries, errors: Record<string, string>) => answer({ kind: 'refused', errors, values }, 422)

function showRefusal(entries: Entries, { refusal }: Refused<AddCategoryRefusal> | Refused<ChangeCategoryRefusal>) {
  const { values } = entries
  if (refusal.code === 'changed-meanwhile') {
    return answer({ kind: 'refused', message: messages.changedMeanwhile, ...mergeWith(refusal, values, categoryFormValues) }, 409)
  }
  if (refusal.code === 'not-found') return answer({ kind: 'refused', message: messages.categoryNotInCatalogue, values }, 404)
  return refuse(entries, refusal.fields ?? {})
}
