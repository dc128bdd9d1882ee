import type { SendMailOptions } from 'nodemailer/lib/mailer'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { EmailContent } from '#shop/mail/rendering/email-content.ts'
import { renderEmailHtml } from '#shop/mail/rendering/email-html.ts'
import { renderEmailText } from '#shop/mail/rendering/email-text.ts'
import { safeName } from '#shop/mail/rendering/untrusted-text.ts'

export type OutgoingMail = {
  kind: string
  content: EmailContent
  /** The same at every attempt, so that a second copy is known for one. */
  messageId: string
  /** When it was queued: a second copy is then the same, byte for byte where it matters. */
  date: Date
}

/** A way out of the house. It either delivers the mail or throws, and gives up when the signal says so. */
export type MailTransport = {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  close(): void
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
/** One plain address: no list, no comment, no second header. */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u

/** The message as nodemailer takes it. Throws when the address is not exactly one plain address. */
export function composeMessage({ content, messageId, date }: OutgoingMail, identity: ShopIdentity): SendMailOptions {
  if (!ADDRESS.test(content.to.address)) throw new Error('The address of the recipient is not one plain email address.')
  return {
    from: { name: oneLine(identity.name), address: identity.email },
    to: { name: safeName(content.to.name), address: content.to.address },
    subject: oneLine(content.subject),
    text: renderEmailText(content, identity),
    html: renderEmailHtml(content, identity),
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    // No letter ever attaches a file or a page, whatever a name in it looks like.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
