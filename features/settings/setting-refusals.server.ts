import { settingMessages } from './setting-messages.ts'
import type { saveIdentity } from './settings.server.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#kit/actions/refusal-table.server.ts'

export const settingsRefused = refusalAnswers<RefusalOf<typeof saveIdentity>>({
  'not-found': refuse(404, { message: settingMessages.notRead }),
  'changed-meanwhile': refuse(409, { message: settingMessages.changedMeanwhile }),
})
