import type { Accounts } from '#features/accounts/accounts.server.ts'
import { peopleMessages } from './people-messages.ts'
import type { changeRole } from './people.server.ts'
import { refusalAnswers, type RefusalOf } from '#kit/actions/refusal-table.server.ts'
import { refuseForm } from '#kit/actions/respond.server.ts'

export const personRefused = refusalAnswers<RefusalOf<typeof changeRole>>({
  'not-found': refuseForm(404, { message: peopleMessages.notFound }),
  'own-role': refuseForm(409, { message: peopleMessages.ownRole }),
  'changed-meanwhile': refuseForm(409, { message: peopleMessages.changedMeanwhile }),
})

type InvitationRefusal = RefusalOf<Accounts['invitePerson']> | RefusalOf<Accounts['inviteAgain']>

export const invitationRefused = refusalAnswers<InvitationRefusal>({
  'not-found': refuseForm(404, { message: peopleMessages.notFound }),
  'already-administrator': refuseForm(409, { errors: { email: peopleMessages.alreadyAdministrator } }),
  'not-invited': refuseForm(409, { message: peopleMessages.notInvited }),
})
