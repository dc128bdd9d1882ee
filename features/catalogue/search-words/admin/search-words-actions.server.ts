import { redirect } from 'react-router'
import {
  searchWordsToAdd,
  searchWordsToChange,
  searchWordsToDelete,
} from '#features/catalogue/search-words/search-word-form.ts'
import {
  addSearchWords,
  changeSearchWords,
  deleteSearchWords,
} from '#features/catalogue/search-words/search-words.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { adminAction, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { formTexts, readForm } from '#kit/actions/read-form.server.ts'
import {
  searchWordsDeletionRefused,
  searchWordsRefused,
} from '#features/catalogue/search-words/search-word-refusals.server.ts'
import { withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { CatalogueActionResult } from '#features/catalogue/product-form/admin/catalogue-action-result.ts'
import { mergeConcurrentEdit } from '#features/catalogue/product-form/admin/concurrent-edit.server.ts'
import { searchWordsUrl, searchWordsPath, type SearchWordsView } from './search-words-url.ts'

type ActionRequest = AdminForm & { view: SearchWordsView }
type Handled = Promise<HandledAction<CatalogueActionResult> | Response>
const ABOUT = { about: 'form' } as const

/** Status 400: unknown intent, 503: database failure. */
export const searchWordsAction = adminAction<CatalogueActionResult>({
  handle: (form) => {
    const { intent } = form
    const handler =
      intent === 'add' ? add : intent === 'edit' ? edit : intent === 'delete' ? remove : refuseIntent
    return handler({ ...form, view: searchWordsUrl.read(form.url.searchParams) })
  },
  failure: 'search words could not be saved',
  answerFailure: ({ submitted }) => failed(503, notSaved, formTexts(submitted)),
})

const failed = (status: number, message: string, values?: Record<string, string>) => ({
  status,
  actionResult: { ...ABOUT, kind: 'failed' as const, message, ...(values && { values }) },
})
const refuseIntent = async (): Handled => failed(400, messages.badRequest)

async function add({ shop, admin, submitted, view }: ActionRequest): Handled {
  const form = await readForm(submitted, searchWordsToAdd)
  if (!form.ok) return failed(400, messages.badRequest, form.values)
  const added = await addSearchWords(shop, admin, form.value)
  if (added.ok) return redirect(searchWordsPath(view, null, 'words-added'))
  return withFields(searchWordsRefused(added.refusal, { wasAsked: form.values['was_asked'] === 'on' }), {
    ...ABOUT,
    values: form.values,
  })
}

async function edit({ shop, admin, submitted, view }: ActionRequest): Handled {
  const form = await readForm(submitted, searchWordsToChange)
  if (!form.ok) return failed(400, messages.badRequest, form.values)
  const changed = await changeSearchWords(shop, admin, form.value)
  if (changed.ok) return redirect(searchWordsPath(view, null, 'words-saved'))
  const refused = withFields(
    searchWordsRefused(changed.refusal, { wasAsked: form.values['was_asked'] === 'on' }),
    { ...ABOUT, values: form.values },
  )
  return changed.refusal.code === 'changed-meanwhile'
    ? withFields(
        refused,
        mergeConcurrentEdit(changed.refusal, form.values, ({ words }) => ({ words })),
      )
    : refused
}

/** Deleting a deleted group succeeds. */
async function remove({ shop, admin, submitted, view }: ActionRequest): Handled {
  const form = await readForm(submitted, searchWordsToDelete)
  if (!form.ok) return failed(400, messages.badRequest, form.values)
  const deleted = await deleteSearchWords(shop, admin, form.value)
  if (deleted.ok || deleted.refusal.code === 'not-found')
    return redirect(searchWordsPath(view, null, 'words-deleted'))
  return withFields(searchWordsDeletionRefused(deleted.refusal), ABOUT)
}
