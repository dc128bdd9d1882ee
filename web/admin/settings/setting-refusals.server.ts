import { settingMessages } from '#shop/settings/setting-messages.ts'
import type { saveIdentity } from '#shop/settings/settings.server.ts'
import { type RefusalOf, refusalAnswers, refuse } from '#web/forms/refusal-table.server.ts'

export const settingsRefused = refusalAnswers<RefusalOf<typeof saveIdentity>>({
  'not-found': refuse(404, { message: settingMessages.notRead }),
  'changed-meanwhile': refuse(409, { message: settingMessages.changedMeanwhile }),
})
