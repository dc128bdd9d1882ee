import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { PersonState } from './person.ts'

export const roleLabels = { owner: 'Owner', manager: 'Manager', packer: 'Packer' } as const satisfies Record<
  AdministratorRole,
  string
>
export const roleHints = {
  owner: 'may do everything',
  manager: 'everything but settings and people',
  packer: 'packs and sends orders, and sees no prices',
} as const satisfies Record<AdministratorRole, string>
export const personStateLabels = {
  active: 'Active',
  invited: 'Invited, not signed in yet',
  suspended: 'Suspended',
} as const satisfies Record<PersonState, string>

export const peopleMessages = {
  title: 'People',
  what: 'Who works in the back-office, and what they may do there.',
  link: 'People of the back-office',
  listTitle: 'Who may come in',
  inviteTitle: 'Invite somebody',
  inviteLead:
    'They get an email with a link, choose a password and come in. The link works once, within three days.',
  invite: 'Send the invitation',
  inviteAgain: 'Send the link again',
  invited: (email: string): string => `The invitation to ${email} is on its way.`,
  choosePassword: 'Choose your password',
  invitationNotValid:
    'This link was used already, is more than three days old, or is not complete. If you have chosen a password, sign in. If not, ask the person who invited you to send the link again.',
  nameLabel: 'Name',
  enterName: 'Please enter the name',
  enterEmail: 'Please enter the email address',
  chooseRole: 'Choose a role',
  roleChanged: (who: string, role: AdministratorRole): string =>
    `${who} is ${roleLabels[role].toLowerCase()} now.`,
  suspended: (who: string): string => `${who} is signed out of the back-office and cannot come back in.`,
  restored: (who: string): string => `${who} may come in again.`,
  you: 'You',
  ownRole: 'Nobody changes their own role or access. Ask another owner.',
  alreadyAdministrator: 'This person is in the list already.',
  notInvited:
    'This person has come in already, or is suspended. They can ask for a new password at the sign-in.',
  changedMeanwhile: 'Somebody else changed this person while you did. Look again, then decide.',
  notFound: 'This person is not in the list any more.',
  neverSignedIn: 'Never signed in',
  lastSignIn: 'Last sign-in',
  secondFactorTitle: 'Second factor of owners',
  secondFactorLabel: 'Owners sign in with a second factor',
  secondFactorHint:
    'An owner without one sets it up under Your account before anything else opens. That includes you, at once.',
  secondFactorSaved: 'Saved. It applies from the next page of each owner.',
  secondFactorOn: 'Second factor on',
  secondFactorOff: 'Second factor off',
} as const
