import { useLoaderData, useNavigation } from 'react-router'
import { ADMINISTRATOR_ROLES } from '#shop/administrator-role.ts'
import {
  peopleMessages,
  personStateLabels,
  roleHints,
  roleLabels,
} from '#features/accounts/people/people-messages.ts'
import { displayName, personState, type Person } from '#features/accounts/people/person.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { notSaved } from '#shop/messages/not-saved.ts'
import { GuardedButton, useHasJustChanged } from '#kit/admin/screen/guarded-button.tsx'
import { SETTINGS_LINK } from '#features/settings/admin/settings-view.ts'
import { useLiveData } from '#features/settings/admin/live-settings.tsx'
import { adminHead } from '#kit/admin/screen/admin-head.ts'
import { ScreenHead } from '#kit/admin/screen/screen-head.tsx'
import { useDoneMessage, useFormFailure } from '#kit/actions/action-result.ts'
import { PostForm } from '#kit/actions/post-form.tsx'
import { useErrorPageTitle } from '#kit/actions/use-error-title.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { Button } from '#kit/form/button.tsx'
import { SendButton } from '#kit/form/send-button.tsx'
import { Checkbox } from '#kit/form/checkbox-and-radio.tsx'
import { EmailField } from '#kit/form/email-field.tsx'
import { ErrorSummary } from '#kit/form/error-summary.tsx'
import { SelectField } from '#kit/form/select-field.tsx'
import { TextField } from '#kit/form/text-field.tsx'
import type { loader } from './people-page.server.ts'

export const head = adminHead(peopleMessages.title)

const ROLE_OPTIONS = ADMINISTRATOR_ROLES.map((role) => ({ value: role, label: roleLabels[role] }))
/** Beside the field, because phones shorten long options. */
const ROLE_HINT = ADMINISTRATOR_ROLES.map((role) => `${roleLabels[role]}: ${roleHints[role]}.`).join(' ')

export const failureMessage = () => notSaved

export default function PeoplePage() {
  const { people, ownId, secondFactor } = useLoaderData<typeof loader>()
  useLiveData()
  const done = useDoneMessage()
  const failure = useFormFailure()
  useErrorPageTitle(failure !== undefined, failure)
  const { state, formData } = useNavigation()
  const isSending = state !== 'idle' && formData !== undefined
  // An answer also appears above the list and moves other people under the pointer.
  const isGuarded = useHasJustChanged([isSending, ...people.map(personState)].join(' '))
  return (
    <div className="settings">
      <ScreenHead trail={[SETTINGS_LINK]} title={peopleMessages.title} lead={peopleMessages.what} />
      {failure && <ErrorSummary errors={failure.errors} message={failure.message} />}
      {done && <Notice tone="success">{done}</Notice>}
      <section className="panel" aria-labelledby="people-title">
        <h2 id="people-title">{peopleMessages.listTitle}</h2>
        <ul className="grid">
          {people.map((person) => (
            // Its fields show the stored values after a change.
            <PersonItem
              key={`${person.user_id} ${person.role}`}
              person={person}
              isOwn={person.user_id === ownId}
              isGuarded={isGuarded}
            />
          ))}
        </ul>
      </section>
      <InvitationForm key={done} />
      <SecondFactorForm {...secondFactor} />
    </div>
  )
}

type PersonItemProps = { person: Person; isOwn: boolean; isGuarded: boolean }

function PersonItem({ person, isOwn, isGuarded }: PersonItemProps) {
  const state = personState(person)
  const nameId = `person-${person.user_id}`
  return (
    <li
      className="flex flex-wrap justify-between gap-x-6 gap-y-3 border-t border-line p-4 wrap-anywhere *:min-w-[min(14rem,100%)]"
      aria-labelledby={nameId}
    >
      <div>
        <h3 id={nameId}>
          <span>{displayName(person)}</span>
          {isOwn && <span className="font-[400]"> ({peopleMessages.you})</span>}
        </h3>
        {person.name && <p className="minor">{person.email}</p>}
        <p>
          <strong>{roleLabels[person.role]}</strong>, <PersonStateLabel state={state} />
        </p>
        <p className="minor">
          {`${person.last_signed_in_at ? `${peopleMessages.lastSignIn} ${formatLondonDateTime(person.last_signed_in_at)}` : peopleMessages.neverSignedIn}. ${person.has_second_factor ? peopleMessages.secondFactorOn : peopleMessages.secondFactorOff}`}
        </p>
      </div>
      {!isOwn && <PersonForms person={person} state={state} nameId={nameId} isGuarded={isGuarded} />}
    </li>
  )
}

const PersonStateLabel = ({ state }: { state: ReturnType<typeof personState> }) => (
  <span data-state={state} className="data-[state=suspended]:font-[600]">
    {personStateLabels[state].toLowerCase()}
  </span>
)

type PersonFormsProps = Omit<PersonItemProps, 'isOwn'> & {
  state: ReturnType<typeof personState>
  nameId: string
}

function PersonForms({ person, state, nameId, isGuarded }: PersonFormsProps) {
  const { state: navigation, formData } = useNavigation()
  const isPending = (intent: string) =>
    navigation !== 'idle' && formData?.get('intent') === intent && formData.get('id') === person.user_id
  const hidden = (
    <>
      <input type="hidden" name="id" value={person.user_id} />
      <input type="hidden" name="expected_role" value={person.role} />
      <input type="hidden" name="expected_state" value={state} />
    </>
  )
  const accessIntent = state === 'suspended' ? 'restore' : 'suspend'
  return (
    <div className="flex flex-wrap items-end gap-2">
      <PostForm className="flex flex-wrap items-end gap-2">
        {hidden}
        <SelectField
          id={`role-${person.user_id}`}
          name="role"
          label="Role"
          defaultValue={person.role}
          options={ROLE_OPTIONS}
          aria-describedby={nameId}
        />
        <Button
          type="submit"
          name="intent"
          value="role"
          variant="outline"
          pending={isPending('role')}
          aria-describedby={nameId}
        >
          Change role
        </Button>
      </PostForm>
      <PostForm className="flex flex-wrap items-end gap-2">
        {hidden}
        {state === 'invited' && (
          <GuardedButton
            type="submit"
            name="intent"
            value="invite-again"
            variant="quiet"
            isGuarded={isGuarded}
            pending={isPending('invite-again')}
            aria-describedby={nameId}
          >
            {peopleMessages.inviteAgain}
          </GuardedButton>
        )}
        <GuardedButton
          type="submit"
          name="intent"
          value={accessIntent}
          variant="outline"
          isGuarded={isGuarded}
          pending={isPending(accessIntent)}
          aria-describedby={nameId}
        >
          {accessIntent === 'suspend' ? 'Suspend' : 'Restore access'}
        </GuardedButton>
      </PostForm>
    </div>
  )
}

function InvitationForm() {
  const failure = useFormFailure()
  const errors = failure?.errors ?? {}
  const values = failure?.values ?? {}
  return (
    <section className="panel" aria-labelledby="invite-title">
      <h2 id="invite-title">{peopleMessages.inviteTitle}</h2>
      <PostForm noValidate className="settings-form">
        <p className="minor">{peopleMessages.inviteLead}</p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-end gap-4">
          <TextField
            name="name"
            label={peopleMessages.nameLabel}
            autoComplete="off"
            required
            defaultValue={values['name'] ?? ''}
            error={errors['name']}
          />
          <EmailField autoComplete="off" defaultValue={values['email'] ?? ''} error={errors['email']} />
        </div>
        <SelectField
          name="role"
          label="Role"
          hint={ROLE_HINT}
          defaultValue={values['role'] ?? 'packer'}
          error={errors['role']}
          options={ROLE_OPTIONS}
        />
        <div className="settings-save">
          <SendButton intent="invite" pendingLabel="Sending...">
            {peopleMessages.invite}
          </SendButton>
        </div>
      </PostForm>
    </section>
  )
}

function SecondFactorForm({ isNeeded, version }: { isNeeded: boolean; version: number }) {
  return (
    <section className="panel" aria-labelledby="second-factor-title">
      <h2 id="second-factor-title">{peopleMessages.secondFactorTitle}</h2>
      <PostForm key={version} className="settings-form">
        <input type="hidden" name="version" value={version} />
        <Checkbox
          name="owners_need_second_factor"
          label={peopleMessages.secondFactorLabel}
          hint={peopleMessages.secondFactorHint}
          defaultChecked={isNeeded}
        />
        <div className="settings-save">
          <SendButton intent="owners-second-factor" pendingLabel="Saving...">
            Save<span className="visually-hidden"> {peopleMessages.secondFactorTitle}</span>
          </SendButton>
        </div>
      </PostForm>
    </section>
  )
}
