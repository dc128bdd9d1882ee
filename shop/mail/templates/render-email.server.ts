import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#db/schema.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { ORDER_STATUSES } from '#shop/constants.ts'
import {
  alreadyRegisteredLetter, passwordChangedLetter, resetPasswordLetter, verifyEmailLetter,
} from './account-emails.ts'
import type { Letter } from '#shop/mail/rendering/email-content.ts'
import { isMailKind } from '#shop/mail/outbox/mail-kinds.ts'
import type { MailKind } from '#shop/mail/outbox/mail-kinds.ts'
import { orderConfirmationLetter } from './order-confirmation-email.ts'
import { readOrderForMail } from './order-email-data.server.ts'
import { askingToVerify, orderCancelledEmail, orderDeliveredEmail, orderShippedEmail, type OrderForUpdate } from './order-update-emails.ts'
import type { ClaimedMail } from '#shop/mail/outbox/outbox-queries.server.ts'
import {
  ownPasswordChangedLetter, recoveryCodeUsedLetter, secondFactorOffLetter, secondFactorOnLetter,
} from './security-notice-emails.ts'

/** What the writing of letters may reach. */
export type MailDesk = {
  db: Kysely<DB>
  identity: ShopIdentity
  publicUrl: string
  /** The page that confirms the address of an account; null for an account that is no more, or needs it no more. */
  verificationLink: (userId: string) => Promise<string | null>
}
type Writing = {
  write(desk: MailDesk, mail: ClaimedMail): Promise<Letter> | Letter
  /** Fields of the payload that open something: they leave the database when the mail has left the house. */
  secrets: readonly string[]
}

const orderPayload = z.object({ order_id: z.guid() })
const cancellationPayload = orderPayload.extend({
  from_status: z.enum(ORDER_STATUSES).nullable().default(null),
  customer_note: z.string().nullable().default(null),
})
const accountPayload = z.object({ full_name: z.string(), url: z.url({ protocol: /^https?$/ }) })

/** How each kind is written, from what the database says at the time of sending. */
const WRITING = {
  'order-confirmation': {
    write: async (desk, mail) => orderConfirmationLetter(await orderOf(desk, mail), desk),
    secrets: [],
  },
  'order-shipped': { write: async (desk, mail) => orderShippedEmail(await orderOf(desk, mail), desk), secrets: [] },
  'order-delivered': { write: async (desk, mail) => orderDeliveredEmail(await orderOf(desk, mail), desk), secrets: [] },
  'order-cancelled': {
    write: async (desk, mail) => orderCancelledEmail(await orderOf(desk, mail), cancellationPayload.parse(mail.payload), desk),
    secrets: [],
  },
  'verify-email': {
    write: (desk, mail) => verifyEmailLetter(accountOf(mail), desk),
    secrets: ['url'],
  },
  'already-registered': {
    write: (desk, mail) => alreadyRegisteredLetter(accountOf(mail), desk),
    secrets: [],
  },
  'reset-password': {
    write: (desk, mail) => resetPasswordLetter(accountOf(mail), desk),
    secrets: ['url'],
  },
  'password-changed': {
    write: (desk, mail) => passwordChangedLetter(changeOf(mail), desk),
    secrets: [],
  },
  'own-password-changed': { write: (desk, mail) => ownPasswordChangedLetter(changeOf(mail), desk), secrets: [] },
  'second-factor-on': { write: (desk, mail) => secondFactorOnLetter(changeOf(mail), desk), secrets: [] },
  'second-factor-off': { write: (desk, mail) => secondFactorOffLetter(changeOf(mail), desk), secrets: [] },
  'recovery-code-used': { write: (desk, mail) => recoveryCodeUsedLetter(changeOf(mail), desk), secrets: [] },
} as const satisfies Record<MailKind, Writing>

/** The letter of a queued mail. Throws when the mail cannot be written, in words for the log. */
export async function writeLetter(desk: MailDesk, mail: ClaimedMail): Promise<Letter> {
  const letter = await writingOf(mail.kind).write(desk, mail)
  const url = mail.unverified_user_id && (await desk.verificationLink(mail.unverified_user_id))
  return url ? askingToVerify(letter, url, desk) : letter
}

export const secretsOf = (kind: string): readonly string[] => writingOf(kind).secrets

function writingOf(kind: string): Writing {
  if (isMailKind(kind)) return WRITING[kind]
  throw new Error(`No letter of the kind '${kind}' can be written. It was queued by another version of the shop.`)
}

async function orderOf(desk: MailDesk, mail: ClaimedMail): Promise<OrderForUpdate> {
  const order = await readOrderForMail(desk.db, orderPayload.parse(mail.payload).order_id)
  const address = mail.recipient ?? order.email
  if (address === null) throw new Error('The order has no email address to write to.')
  return { ...order, email: address }
}

const changeOf = (mail: ClaimedMail) => ({ ...accountOf(mail), changed_at: mail.created_at })

function accountOf({ recipient, kind, payload }: ClaimedMail) {
  if (recipient === null) throw new Error(`The ${kind} has no recipient.`)
  return { ...accountPayload.parse(payload), email: recipient }
}
