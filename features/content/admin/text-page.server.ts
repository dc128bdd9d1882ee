import { data } from 'react-router'
import { contentForm, restoreForm, type ContentForm } from '#features/content/content-forms.ts'
import { contentMessages } from '#features/content/content-messages.ts'
import { isContentPage, type ContentPage, type StoredTexts } from '#features/content/content-pages.ts'
import {
  previewTexts,
  readContent,
  readVersion,
  restoreContent,
  saveContent,
  type PreviewBlocks,
} from '#features/content/content.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { parsePageNumber } from '#shop/paging/paging.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adminAction, refuseUnsaved, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { contentRefused } from '#features/content/content-refusals.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { savedByName } from './saved-by.server.ts'

export type TextPreview = { texts: StoredTexts; blocks: PreviewBlocks }
/** `version` is the one that the form was opened with. */
type UnsavedPreview = TextPreview & { version: number }
/** `current`: what another owner has saved meanwhile. */
export type TextActionResult = ActionResult<
  { preview?: UnsavedPreview },
  { current?: { version: number; texts: StoredTexts } }
>
type Dependencies = { shop: ShopDependencies; owner: Admin; page: ContentPage }
type Handled = Promise<HandledAction<TextActionResult>>

const notFound = () => data(null, { status: 404 })

/** `saved` shows an earlier version as shoppers saw it. */
export const loader = adminLoader(async ({ shop, admin, query, params }) => {
  const page = params['page'] ?? ''
  if (!isContentPage(page)) throw notFound()
  const saved = query.get('saved')
  const opened = saved === null ? null : parsePageNumber(saved)
  const [content, nameOf, texts] = await Promise.all([
    readContent(shop, admin, page),
    savedByName(shop, admin),
    opened === null ? null : readVersion(shop, admin, page, opened),
  ])
  if (opened !== null && texts === null) throw notFound()
  return {
    page,
    version: content.version,
    texts: content.texts,
    versions: content.versions.map(({ saved_by, ...version }) => ({
      ...version,
      saved_by: nameOf(saved_by),
    })),
    opened: opened !== null && texts !== null ? { version: opened, preview: toPreview(shop, texts) } : null,
  }
})

/** Stored texts have no refused links; if the rules have become stricter, links are shown as typed. */
function toPreview({ publicUrl }: ShopDependencies, texts: StoredTexts): TextPreview {
  return { texts, blocks: previewTexts(texts, publicUrl).blocks }
}

/** Status 400: unknown form, 404: unknown version, 409: changed meanwhile, 422: invalid fields, 503: database failure. */
export const action = adminAction<TextActionResult>({
  handle: handleTextAction,
  failure: 'a text could not be saved',
  answerFailure: refuseUnsaved,
})

async function handleTextAction({ shop, admin: owner, submitted, intent, params }: AdminForm): Handled {
  const page = params['page'] ?? ''
  if (!isContentPage(page)) throw notFound()
  switch (intent) {
    case 'preview':
    case 'save': {
      const form = await readForm(submitted, contentForm(page))
      if (!form.ok) return refuseForm(422, form)
      return intent === 'save'
        ? save({ shop, owner, page }, form.value, form.values)
        : preview(shop, form.value, form.values)
    }
    case 'restore': {
      const form = await readForm(submitted, restoreForm)
      if (!form.ok) return refuseForm(400, { message: messages.badRequest })
      const restored = await restoreContent(shop, owner, page, form.value)
      return restored.ok
        ? acceptForm(contentMessages.restored(form.value.restored_version))
        : contentRefused(restored.refusal)
    }
    default:
      return refuseForm(400, { message: messages.badRequest })
  }
}

async function preview(
  shop: ShopDependencies,
  { texts, version }: ContentForm,
  values: Record<string, string>,
): Handled {
  const { errors } = previewTexts(texts, shop.publicUrl)
  if (Object.keys(errors).length > 0) return refuseForm(422, { errors, values })
  return { status: 200, actionResult: { kind: 'done', preview: { ...toPreview(shop, texts), version } } }
}

async function save(
  { shop, owner, page }: Dependencies,
  form: ContentForm,
  values: Record<string, string>,
): Handled {
  const saved = await saveContent(shop, owner, page, form)
  if (saved.ok) return acceptForm(contentMessages.saved)
  const refused = withFields(contentRefused(saved.refusal), { values })
  if (saved.refusal.code !== 'changed-meanwhile') return refused
  const { version, texts } = await readContent(shop, owner, page)
  return withFields(refused, { current: { version, texts } })
}
