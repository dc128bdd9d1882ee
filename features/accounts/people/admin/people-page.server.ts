import type { Accounts } from '#features/accounts/accounts.server.ts'
import { invitationForm, personForm, roleForm } from '#features/accounts/people/invitation-form.ts'
import { peopleMessages } from '#features/accounts/people/people-messages.ts'
import { displayName } from '#features/accounts/people/person.ts'
import {
  changeRole,
  listPeople,
  setSuspended,
  type ExpectedPerson,
} from '#features/accounts/people/people.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import { ownersSecondFactorForm } from '#features/settings/setting-forms.ts'
import { readSettings, saveOwnersNeedSecondFactor } from '#features/settings/settings.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { adminAction, refuseUnsaved, type AdminForm } from '#kit/admin/admin-action.server.ts'
import { adminLoader } from '#kit/admin/admin-loader.server.ts'
import { settingsRefused } from '#features/settings/setting-refusals.server.ts'
import { invitationRefused, personRefused } from '#features/accounts/people/people-refusals.server.ts'
import { readForm } from '#kit/actions/read-form.server.ts'
import { acceptForm, refuseForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import { accountsContext } from '#kit/requests/request-contexts.ts'

type Dependencies = { shop: ShopDependencies; accounts: Accounts; owner: Admin }
type Handled = Promise<HandledAction>

export const loader = adminLoader(async ({ shop, admin }) => {
  const [people, { ownersNeedSecondFactor, versions }] = await Promise.all([
    listPeople(shop, admin),
    readSettings(shop, admin),
  ])
  const version = versions['owners_need_second_factor'] ?? 0
  return { people, ownId: admin.userId, secondFactor: { isNeeded: ownersNeedSecondFactor, version } }
})

/** Status 400: unknown form, 404: unknown person, 409: changed meanwhile or own role, 422: invalid fields, 503: database failure. */
export const action = adminAction({
  handle: handlePeopleAction,
  failure: 'a person could not be changed',
  answerFailure: refuseUnsaved,
})

async function handlePeopleAction({ shop, admin: owner, submitted, intent, context }: AdminForm): Handled {
  const dependencies = { shop, accounts: context.get(accountsContext), owner }
  switch (intent) {
    case 'invite':
      return invite(dependencies, submitted)
    case 'role':
      return setRole(dependencies, submitted)
    case 'owners-second-factor': {
      const form = await readForm(submitted, ownersSecondFactorForm)
      if (!form.ok) return refuseForm(400, { message: messages.badRequest })
      const saved = await saveOwnersNeedSecondFactor(shop, owner, form.value)
      return saved.ok ? acceptForm(peopleMessages.secondFactorSaved) : settingsRefused(saved.refusal)
    }
    case 'invite-again':
    case 'suspend':
    case 'restore':
      return changePerson(dependencies, submitted, intent)
    default:
      return refuseForm(400, { message: messages.badRequest })
  }
}

async function invite({ accounts, owner }: Dependencies, submitted: FormData): Handled {
  const form = await readForm(submitted, invitationForm)
  if (!form.ok) return refuseForm(422, form)
  const invited = await accounts.invitePerson(owner, form.value)
  return invited.ok
    ? acceptForm(peopleMessages.invited(invited.value.email))
    : withFields(invitationRefused(invited.refusal), { values: form.values })
}

async function setRole({ shop, owner }: Dependencies, submitted: FormData): Handled {
  const form = await readForm(submitted, roleForm)
  if (!form.ok) return refuseForm(400, { message: messages.badRequest })
  const { role } = form.value
  const changed = await changeRole(shop, owner, toExpectedPerson(form.value), role)
  if (!changed.ok) return personRefused(changed.refusal)
  return acceptForm(peopleMessages.roleChanged(await nameOf({ shop, owner }, form.value.id), role))
}

async function changePerson(
  { shop, accounts, owner }: Dependencies,
  submitted: FormData,
  intent: 'invite-again' | 'suspend' | 'restore',
): Handled {
  const form = await readForm(submitted, personForm)
  if (!form.ok) return refuseForm(400, { message: messages.badRequest })
  if (intent === 'invite-again') {
    const invited = await accounts.inviteAgain(owner, form.value.id)
    return invited.ok
      ? acceptForm(peopleMessages.invited(invited.value.email))
      : invitationRefused(invited.refusal)
  }
  const isSuspended = intent === 'suspend'
  const changed = await setSuspended(shop, owner, toExpectedPerson(form.value), isSuspended)
  if (!changed.ok) return personRefused(changed.refusal)
  const who = await nameOf({ shop, owner }, form.value.id)
  return acceptForm(isSuspended ? peopleMessages.suspended(who) : peopleMessages.restored(who))
}

async function nameOf({ shop, owner }: Pick<Dependencies, 'shop' | 'owner'>, userId: string) {
  const person = (await listPeople(shop, owner)).find(({ user_id }) => user_id === userId)
  return person ? displayName(person) : ''
}

const toExpectedPerson = ({
  id,
  expected_role,
  expected_state,
}: {
  id: string
  expected_role: ExpectedPerson['role']
  expected_state: string
}): ExpectedPerson => ({ userId: id, role: expected_role, isSuspended: expected_state === 'suspended' })
