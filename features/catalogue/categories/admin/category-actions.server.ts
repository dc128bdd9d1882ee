import { redirect } from 'react-router'
import {
  categoryToAdd,
  categoryToChange,
  categoryToMove,
} from '#features/catalogue/product-form/submitted-forms.ts'
import {
  addCategoryWithPicture,
  changeCategory,
  moveCategory,
} from '#features/catalogue/categories/save-category.server.ts'
import { categoryMessages } from '#features/catalogue/products/product-messages.ts'
import { messages } from '#shop/messages/messages.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { formTexts, readForm } from '#kit/actions/read-form.server.ts'
import { categoryRefused } from '#features/catalogue/catalogue-refusals.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { mergeConcurrentEdit } from '#features/catalogue/product-form/admin/concurrent-edit.server.ts'
import { categoryListPath } from './category-list-url.ts'
import { categoryFormValues } from './category-form-values.ts'

type Handled = Promise<HandledAction<CatalogueActionResult> | Response>
const ABOUT = { about: 'form' } as const
const IMAGE = { file: 'image' }

/** Status 400: unknown intent, 503: database failure. */
export const action = adminAction<CatalogueActionResult>({
  handle: (form) => {
    const { intent } = form
    const handler =
      intent === 'add' ? add : intent === 'edit' ? edit : intent === 'move' ? move : refuseIntent
    return handler(form)
  },
  failure: 'a category could not be saved',
  answerFailure: ({ submitted }) => failed(503, messages.anErrorOccurred, formTexts(submitted)),
})

const failed = (status: number, message: string, values?: Record<string, string>) => ({
  status,
  actionResult: { ...ABOUT, kind: 'failed' as const, message, ...(values && { values }) },
})
const refuseIntent = async (): Handled => failed(400, messages.badRequest)

async function add({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, categoryToAdd, IMAGE)
  if (!form.ok) return refuse(form)
  const added = await addCategoryWithPicture(shop, admin, form.value)
  if (added.ok) return redirect(categoryListPath(null, 'category-added'))
  return withFields(categoryRefused(added.refusal), { ...ABOUT, values: form.values })
}

async function edit({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, categoryToChange, IMAGE)
  if (!form.ok) return refuse(form)
  const changed = await changeCategory(shop, admin, form.value)
  if (changed.ok) return redirect(categoryListPath(null, 'category-saved'))
  const refused = withFields(categoryRefused(changed.refusal), { ...ABOUT, values: form.values })
  return changed.refusal.code === 'changed-meanwhile'
    ? withFields(refused, mergeConcurrentEdit(changed.refusal, form.values, categoryFormValues))
    : refused
}

async function move({ shop, admin, submitted }: AdminForm): Handled {
  const form = await readForm(submitted, categoryToMove)
  if (!form.ok) return refuse(form)
  const { id, neighbour_id: neighbourId } = form.value
  const moved = await moveCategory(shop, admin, { id, neighbourId })
  const order = { about: 'order' } as const
  return moved.ok
    ? withFields(acceptForm(categoryMessages.moved), order)
    : withFields(moved.refusal.code === 'not-found' ? NOT_FOUND : MOVED_MEANWHILE, order)
}
const NOT_FOUND = refuseForm(404, { message: messages.categoryNotInCatalogue })
const MOVED_MEANWHILE = refuseForm(409, { message: categoryMessages.movedMeanwhile })

const refuse = ({ errors, values }: { errors: Record<string, string>; values: Record<string, string> }) => ({
  status: 422,
  actionResult: { ...ABOUT, kind: 'refused' as const, errors, values },
})
