import { formatLondonDateTime, type Instant } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { greeting } from '#features/mail/rendering/email-content.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'

type Account = { full_name: string; email: string; url: string; changed_at: Instant }
type EmailSender = { identity: ShopIdentity }
type NoticeTexts = { subject: string; title: string; happened: string; otherwise: string; link: string }

function securityNotice(
  { full_name, email, url }: Account,
  { subject, title, happened, otherwise, link }: NoticeTexts,
): EmailContent {
  return {
    to: { name: full_name, address: email },
    subject,
    preview: 'If it was you, there is nothing to do.',
    title,
    blocks: [
      { kind: 'paragraph', text: greeting(full_name) },
      { kind: 'paragraph', text: `${happened} If it was you, there is nothing to do.` },
      { kind: 'paragraph', text: otherwise },
      { kind: 'link', text: link, url },
    ],
  }
}

const contactText = ({ identity }: EmailSender) => `and tell us: ${identity.phone} or ${identity.email}.`

export const ownPasswordChangedEmail = (account: Account, from: EmailSender): EmailContent =>
  securityNotice(account, {
    subject: `Your password for ${from.identity.name} was changed`,
    title: 'Your password was changed',
    happened:
      `The password of your account with ${from.identity.name} was changed on ${formatLondonDateTime(account.changed_at)}, ` +
      'by somebody who was signed in and knew the old one. Every other browser that was signed in is signed out.',
    otherwise: `If it was not you, choose a new password at once, by a link that we send to this address, ${contactText(from)}`,
    link: 'Choose a new password',
  })

export const secondFactorOnEmail = (account: Account, from: EmailSender): EmailContent =>
  securityNotice(account, {
    subject: `Signing in to ${from.identity.name} now takes a code`,
    title: 'Signing in now takes a code',
    happened:
      `On ${formatLondonDateTime(account.changed_at)} a second factor was switched on for your account with ` +
      `${from.identity.name}. From now on it asks for a code of your app after the password.`,
    otherwise:
      'If it was not you, somebody knows your password. Ask whoever runs the shop’s server to take your account out of the ' +
      'back-office and to add it again: that switches the second factor off. Choose a new password first.',
    link: 'Open your account',
  })

export const secondFactorOffEmail = (account: Account, from: EmailSender): EmailContent =>
  securityNotice(account, {
    subject: `Signing in to ${from.identity.name} no longer takes a code`,
    title: 'Signing in no longer takes a code',
    happened:
      `On ${formatLondonDateTime(account.changed_at)} the second factor of your account with ${from.identity.name} was ` +
      'switched off. The password alone opens it now.',
    otherwise: `If it was not you, change your password at once, switch the second factor on again, ${contactText(from)}`,
    link: 'Open your account',
  })

export const recoveryCodeUsedEmail = (account: Account, from: EmailSender): EmailContent =>
  securityNotice(account, {
    subject: `A recovery code for ${from.identity.name} was used`,
    title: 'A recovery code was used',
    happened:
      `On ${formatLondonDateTime(account.changed_at)} somebody signed in to your account with ${from.identity.name} with ` +
      'your password and one of your recovery codes. That code does not work again.',
    otherwise: `If it was not you, change your password at once, make new recovery codes, ${contactText(from)}`,
    link: 'Open your account',
  })
