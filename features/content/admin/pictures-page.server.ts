import { contentMessages } from '#features/content/content-messages.ts'
import { heroPictureForm, logoForm, removePictureForm } from '#features/content/picture-forms.ts'
import {
  removeHeroPicture,
  removeLogo,
  saveHeroPicture,
  saveLogo,
} from '#features/content/shop-pictures.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { readSettings } from '#features/settings/settings.server.ts'
import { adminAction, refuseUnsaved, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import type { ActionResult } from '#kit/actions/action-result.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { shopPictureRefused } from '#features/content/content-refusals.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'

export type PicturePart = 'logo' | 'hero'
export type PicturesActionResult = ActionResult<{ part?: PicturePart }, { part?: PicturePart }>
type Handled = Promise<HandledAction<PicturesActionResult>>

export const loader = adminLoader(async ({ shop, admin }) => {
  const { logo, heroPicture, versions } = await readSettings(shop, admin)
  return { logo, heroPicture, logoVersion: versions['logo'] ?? 0, heroVersion: versions['hero_picture'] ?? 0 }
})

/** Status 400: unknown form, 409: changed meanwhile, 422: no or an invalid picture, 503: failure. */
export const action = adminAction<PicturesActionResult>({
  handle: handlePicturesAction,
  failure: 'a picture of the shop could not be saved',
  answerFailure: refuseUnsaved,
})

async function handlePicturesAction({ shop, admin: owner, submitted, intent }: AdminForm): Handled {
  switch (intent) {
    case 'logo': {
      const form = await readForm(submitted, logoForm, { file: 'logo_image' })
      if (!form.ok) return refuseForm(400, { message: messages.badRequest })
      const { version, logo_image: upload } = form.value
      return answer('logo', await saveLogo(shop, owner, { version, upload }), form.values)
    }
    case 'hero-picture': {
      const form = await readForm(submitted, heroPictureForm, { file: 'hero_image' })
      if (!form.ok) return withFields(refuseForm(422, form), { part: 'hero' as const })
      const { version, hero_image: upload, hero_alt: alt } = form.value
      return answer('hero', await saveHeroPicture(shop, owner, { version, upload, alt }), form.values)
    }
    case 'remove-logo':
    case 'remove-hero-picture': {
      const form = await readForm(submitted, removePictureForm)
      if (!form.ok) return refuseForm(400, { message: messages.badRequest })
      return intent === 'remove-logo'
        ? answer('logo', await removeLogo(shop, owner, form.value.version), {})
        : answer('hero', await removeHeroPicture(shop, owner, form.value.version), {})
    }
    default:
      return refuseForm(400, { message: messages.badRequest })
  }
}

async function answer(
  part: PicturePart,
  saved: Awaited<ReturnType<typeof saveLogo>>,
  values: Record<string, string>,
): Handled {
  return saved.ok
    ? withFields(acceptForm(contentMessages.saved), { part })
    : withFields(shopPictureRefused(saved.refusal), { part, values })
}
