import type { AdministratorRole } from '#shop/administrator-role.ts'
import { roleHints, roleLabels } from '#features/accounts/people/people-messages.ts'
import { formatLondonDateTime, type Instant } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { greeting } from '#features/mail/rendering/email-content.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'

type Account = { full_name: string; email: string; url: string }
type EmailSender = { identity: ShopIdentity }

export function verifyAddressEmail(
  { full_name, email, url }: Account,
  { identity }: EmailSender,
): EmailContent {
  return {
    to: { name: full_name, address: email },
    subject: `Confirm your email address for ${identity.name}`,
    preview: 'One click, and your account is ready.',
    title: 'Confirm your email address',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text: `Thank you for creating an account with ${identity.name}. Please confirm that this address is yours.`,
      },
      { kind: 'link', text: 'Confirm my address', url },
      {
        kind: 'paragraph',
        text:
          'The link works for one day. If you did not create an account, leave this message as it is: ' +
          'nothing happens without you.',
      },
    ],
  }
}

export function alreadyRegisteredEmail(
  { full_name, email, url }: Account,
  { identity }: EmailSender,
): EmailContent {
  return {
    to: { name: full_name, address: email },
    subject: `You already have an account with ${identity.name}`,
    preview: 'Somebody tried to register with this address again.',
    title: 'You already have an account',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text:
          `Somebody has just tried to create an account with ${identity.name} for this address, which has one already. ` +
          'If it was you, sign in with the password you chose then, or choose a new one.',
      },
      { kind: 'link', text: 'Choose a new password', url },
      {
        kind: 'paragraph',
        text:
          'If it was not you, there is nothing to do: your account is unchanged, ' +
          'and whoever tried was not told that it exists.',
      },
    ],
  }
}

export function resetPasswordEmail(
  { full_name, email, url }: Account,
  { identity }: EmailSender,
): EmailContent {
  return {
    to: { name: full_name, address: email },
    subject: `Choose a new password for ${identity.name}`,
    preview: 'The link works once, within one hour.',
    title: 'Choose a new password',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text: `Somebody, most likely you, asked for a new password for your account with ${identity.name}. Choose one here.`,
      },
      { kind: 'link', text: 'Choose a new password', url },
      {
        kind: 'paragraph',
        text:
          'The link works once, within one hour. If you did not ask for it, leave this message as it is: ' +
          'your password stays as it was.',
      },
    ],
  }
}

export function passwordChangedEmail(
  { full_name, email, url, changed_at }: Account & { changed_at: Instant },
  { identity }: EmailSender,
): EmailContent {
  return {
    to: { name: full_name, address: email },
    subject: `Your password for ${identity.name} was changed`,
    preview: 'If it was you, there is nothing to do.',
    title: 'Your password was changed',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text:
          `The password of your account with ${identity.name} was changed on ${formatLondonDateTime(changed_at)}. ` +
          'Every browser that was signed in is signed out. If it was you, there is nothing to do.',
      },
      {
        kind: 'paragraph',
        text:
          'If it was not you, somebody else can read your mail. Change the password of your mailbox first, ' +
          `then choose a new one for us, and tell us: ${identity.phone} or ${identity.email}.`,
      },
      { kind: 'link', text: 'Choose a new password', url },
    ],
  }
}

export function adminInvitationEmail(
  { full_name, email, url, role }: Account & { role: AdministratorRole },
  { identity }: EmailSender,
): EmailContent {
  return {
    to: { name: full_name, address: email },
    subject: `You are invited to the back-office of ${identity.name}`,
    preview: 'Choose a password, and come in.',
    title: 'You are invited',
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      {
        kind: 'paragraph',
        text:
          `You can now work in the back-office of ${identity.name} as ${roleLabels[role].toLowerCase()} (${roleHints[role]}). ` +
          'Choose a password here, then sign in with this address.',
      },
      { kind: 'link', text: 'Choose a password', url },
      {
        kind: 'paragraph',
        text:
          'The link works once, within three days. If you did not expect this message, leave it as it is, ' +
          `or ask us: ${identity.phone} or ${identity.email}.`,
      },
    ],
  }
}
