import { contentMessages } from './content-messages.ts'
import type { saveContent } from './content.server.ts'
import type { saveLogo } from './shop-pictures.server.ts'
import { settingMessages } from '#features/settings/setting-messages.ts'
import { refusalAnswers, refuse, type RefusalOf } from '#kit/actions/refusal-table.server.ts'

/** The use-case names the field. */
const atFields = ({ fields = {} }: { fields?: Record<string, string> }) => refuse(422, { errors: fields })

export const contentRefused = refusalAnswers<RefusalOf<typeof saveContent>>({
  'not-found': refuse(404, { message: contentMessages.notFound }),
  'changed-meanwhile': refuse(409, { message: contentMessages.changedMeanwhile }),
  'link-not-allowed': atFields,
})

export const shopPictureRefused = refusalAnswers<RefusalOf<typeof saveLogo>>({
  'not-found': refuse(404, { message: settingMessages.notRead }),
  'changed-meanwhile': refuse(409, { message: contentMessages.pictureChangedMeanwhile }),
  'picture-missing': atFields,
  'picture-too-heavy': atFields,
  'picture-kind-unknown': atFields,
  'picture-too-many-pixels': atFields,
  'picture-too-many-pixels-for-its-kind': atFields,
  'picture-damaged': atFields,
})
