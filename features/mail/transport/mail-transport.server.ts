import type { SendMailOptions } from 'nodemailer/lib/mailer'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import { renderEmailHtml } from '#features/mail/rendering/email-html.ts'
import { renderEmailText } from '#features/mail/rendering/email-text.ts'
import { safeName } from '#features/mail/rendering/untrusted-text.ts'

export type OutgoingMail = {
  kind: string
  content: EmailContent
  /** The same for every attempt, so that duplicates can be recognised. */
  messageId: string
  /** The time of queueing, so that a retry produces the same message. */
  date: Date
}

/** Delivers an email or throws; the signal aborts it. */
export type MailTransport = {
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>
  /** Deletes stored emails whose decoded text matches, and returns how many. Absent if none are stored. */
  deleteKept?: (fits: (text: string) => boolean) => Promise<number>
  close(): void
}

/** The logo is attached, because remote pictures reveal who opens an email. */
const LOGO_CID = 'logo@shop'

/** Read for each email, because the owner may change them. */
export type MailSender = { identity: ShopIdentity; readLogo?: () => Promise<Uint8Array | null> }

const oneLine = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()
/** Exactly one address: no list, comment or second header. */
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u

/** Throws if the address is not exactly one plain address. */
export function composeMessage(
  { content, messageId, date }: OutgoingMail,
  identity: ShopIdentity,
  logo: Uint8Array | null = null,
): SendMailOptions {
  if (!ADDRESS.test(content.to.address))
    throw new Error('The address of the recipient is not one plain email address.')
  if (content.replyTo && !ADDRESS.test(content.replyTo.address))
    throw new Error('The address to reply to is not one plain email address.')
  return {
    from: { name: oneLine(identity.name), address: identity.email },
    to: { name: safeName(content.to.name), address: content.to.address },
    ...(content.replyTo && {
      replyTo: { name: safeName(content.replyTo.name), address: content.replyTo.address },
    }),
    subject: oneLine(content.subject),
    text: renderEmailText(content, identity),
    html: renderEmailHtml(content, identity, logo && `cid:${LOGO_CID}`),
    ...(logo && {
      attachments: [
        { filename: 'logo.png', content: Buffer.from(logo), contentType: 'image/png', cid: LOGO_CID },
      ],
    }),
    messageId,
    date,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(content.unsubscribeUrl && {
        'List-Unsubscribe': `<${content.unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    xMailer: false,
    // Only the logo is attached; paths and URLs in untrusted text are blocked.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
