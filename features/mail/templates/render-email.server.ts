import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '#platform/database/schema.ts'
import { ADMINISTRATOR_ROLES } from '#shop/administrator-role.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { ORDER_STATUSES } from '#features/orders/order-status.ts'
import {
  adminInvitationEmail,
  alreadyRegisteredEmail,
  passwordChangedEmail,
  resetPasswordEmail,
  verifyAddressEmail,
} from './account-emails.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import { isMailKind } from '#features/mail/outbox/mail-kinds.ts'
import type { MailKind } from '#features/mail/outbox/mail-kinds.ts'
import { orderConfirmationEmail } from './order-confirmation-email.ts'
import { readOrderEmailData } from './order-email-data.server.ts'
import {
  withVerificationRequest,
  orderCancellationReceivedEmail,
  orderCancelledEmail,
  orderDeliveredEmail,
  orderShippedEmail,
  type OrderUpdateEmailData,
} from './order-update-emails.ts'
import type { ClaimedMail } from '#features/mail/outbox/outbox-queries.server.ts'
import {
  ownPasswordChangedEmail,
  recoveryCodeUsedEmail,
  secondFactorOffEmail,
  secondFactorOnEmail,
} from './security-notice-emails.ts'
import { validateBusinessEnquiry, validateFeedback, type Checked } from '#features/enquiries/enquiry-rules.ts'
import { businessEnquiryEmail, feedbackEmail } from './enquiry-emails.ts'
import { MAX_STOCK } from '#shop/constants.ts'
import { rowIdNumber, wholeWithin } from '#shop/text/number-fields.ts'
import { isDay } from '#shop/dates/dates.ts'
import { lowStockEmail, newOrderEmail, ownerDigestEmail } from './owner-emails.ts'
import { readLowStockProduct, readOwnerDigest } from './owner-digest-data.server.ts'
import { orderChangedEmail } from './order-changed-email.ts'
import { readOrderChanges } from './order-changes-data.server.ts'
import { orderRefundedEmail } from './order-refunded-email.ts'
import { readRefundedAmount, readRefundEmailData } from './refund-email-data.server.ts'
import { readStockAlertData } from './stock-alert-data.server.ts'
import { stockAlertEmail } from './stock-alert-email.ts'
import { productRecallEmail } from './product-recall-email.ts'
import { readRecallEmailData, recallPayload } from './recall-email-data.server.ts'

export type EmailDependencies = {
  db: Kysely<DB>
  identity: ShopIdentity
  publicUrl: string
  verificationLink: (userId: string) => Promise<string | null>
}
type EmailTemplate = {
  render(dependencies: EmailDependencies, mail: ClaimedMail): Promise<EmailContent> | EmailContent
  /** Payload fields that grant access; removed from the row after sending. */
  secrets: readonly string[]
}

const orderPayload = z.object({ order_id: z.guid() })
const cancellationPayload = orderPayload.extend({
  from_status: z.enum(ORDER_STATUSES).nullable().default(null),
  customer_note: z.string().nullable().default(null),
})
const changesPayload = orderPayload.extend({ since: rowIdNumber, until: rowIdNumber })
const refundPayload = orderPayload.extend({ refund_id: z.guid() })
const stockAlertPayload = z.object({ product_id: z.guid(), stop_token: z.guid() })
const digestPayload = z.object({ day: z.string().refine(isDay) })
const enquiryPayload = z.object({ enquiry: z.record(z.string(), z.unknown()) })
const lowStockPayload = z.object({ product_id: z.guid(), threshold: wholeWithin(0, MAX_STOCK) })
const invitationPayload = z.object({ role: z.enum(ADMINISTRATOR_ROLES) })
const accountPayload = z.object({ full_name: z.string(), url: z.url({ protocol: /^https?$/ }) })

const EMAIL_TEMPLATES = {
  'order-confirmation': {
    render: async (dependencies, mail) =>
      orderConfirmationEmail(await readOrder(dependencies, mail), dependencies),
    secrets: [],
  },
  'order-shipped': {
    render: async (dependencies, mail) =>
      orderShippedEmail(await readOrder(dependencies, mail), dependencies),
    secrets: [],
  },
  'order-delivered': {
    render: async (dependencies, mail) =>
      orderDeliveredEmail(await readOrder(dependencies, mail), dependencies),
    secrets: [],
  },
  'order-cancelled': {
    render: async (dependencies, mail) => {
      const { order_id, ...cancellation } = cancellationPayload.parse(mail.payload)
      const refunded_amount = await readRefundedAmount(dependencies.db, order_id)
      return orderCancelledEmail(
        await readOrder(dependencies, mail),
        { ...cancellation, refunded_amount },
        dependencies,
      )
    },
    secrets: [],
  },
  'order-cancellation-received': {
    render: async (dependencies, mail) =>
      orderCancellationReceivedEmail(
        await readOrder(dependencies, mail),
        { cancelled_at: mail.created_at },
        dependencies,
      ),
    secrets: [],
  },
  'order-refunded': {
    render: async (dependencies, mail) => {
      const { refund_id } = refundPayload.parse(mail.payload)
      const refund = await readRefundEmailData(dependencies.db, refund_id)
      return orderRefundedEmail(await readOrder(dependencies, mail), refund, dependencies)
    },
    secrets: [],
  },
  'order-changed': {
    render: async (dependencies, mail) => {
      const changes = await readOrderChanges(dependencies.db, changesPayload.parse(mail.payload))
      return orderChangedEmail(await readOrder(dependencies, mail), changes, dependencies)
    },
    secrets: [],
  },
  'verify-email': {
    render: (dependencies, mail) => verifyAddressEmail(readAccount(mail), dependencies),
    secrets: ['url'],
  },
  'already-registered': {
    render: (dependencies, mail) => alreadyRegisteredEmail(readAccount(mail), dependencies),
    secrets: [],
  },
  'reset-password': {
    render: (dependencies, mail) => resetPasswordEmail(readAccount(mail), dependencies),
    secrets: ['url'],
  },
  'admin-invitation': {
    render: (dependencies, mail) =>
      adminInvitationEmail(
        { ...readAccount(mail), role: invitationPayload.parse(mail.payload).role },
        dependencies,
      ),
    secrets: ['url'],
  },
  'password-changed': {
    render: (dependencies, mail) => passwordChangedEmail(readAccountChange(mail), dependencies),
    secrets: [],
  },
  'own-password-changed': {
    render: (dependencies, mail) => ownPasswordChangedEmail(readAccountChange(mail), dependencies),
    secrets: [],
  },
  'second-factor-on': {
    render: (dependencies, mail) => secondFactorOnEmail(readAccountChange(mail), dependencies),
    secrets: [],
  },
  'second-factor-off': {
    render: (dependencies, mail) => secondFactorOffEmail(readAccountChange(mail), dependencies),
    secrets: [],
  },
  'recovery-code-used': {
    render: (dependencies, mail) => recoveryCodeUsedEmail(readAccountChange(mail), dependencies),
    secrets: [],
  },
  'stock-alert': {
    render: async (dependencies, mail) => {
      const { product_id, stop_token } = stockAlertPayload.parse(mail.payload)
      const product = await readStockAlertData(dependencies.db, product_id)
      const alert = { email: recipientOf(mail), stop_token, queued_at: mail.created_at }
      return stockAlertEmail({ ...product, ...alert }, dependencies)
    },
    secrets: ['stop_token'],
  },
  'product-recall': {
    render: async (dependencies, mail) => {
      const recall = await readRecallEmailData(dependencies.db, recallPayload.parse(mail.payload))
      return productRecallEmail(recall, recipientOf(mail), dependencies)
    },
    secrets: [],
  },
  'owner-new-order': {
    render: async (dependencies, mail) => {
      const order = await readOrderEmailData(dependencies.db, orderPayload.parse(mail.payload).order_id)
      return newOrderEmail({ ...order, email: ownerAddress(dependencies, mail) }, dependencies)
    },
    secrets: [],
  },
  'owner-daily-digest': {
    render: async (dependencies, mail) => {
      const digest = await readOwnerDigest(dependencies.db, digestPayload.parse(mail.payload).day)
      return ownerDigestEmail(digest, ownerAddress(dependencies, mail), dependencies)
    },
    secrets: [],
  },
  'owner-low-stock': {
    render: async (dependencies, mail) => {
      const { product_id, threshold } = lowStockPayload.parse(mail.payload)
      const product = await readLowStockProduct(dependencies.db, product_id)
      return lowStockEmail(product, threshold, ownerAddress(dependencies, mail), dependencies)
    },
    secrets: [],
  },
  'owner-feedback': {
    render: (dependencies, mail) =>
      feedbackEmail(checkedEnquiry(validateFeedback(enquiryOf(mail))), ownerAddress(dependencies, mail)),
    secrets: ['enquiry'],
  },
  'owner-business-enquiry': {
    render: (dependencies, mail) =>
      businessEnquiryEmail(
        checkedEnquiry(validateBusinessEnquiry(enquiryOf(mail))),
        ownerAddress(dependencies, mail),
      ),
    secrets: ['enquiry'],
  },
} as const satisfies Record<MailKind, EmailTemplate>

/** Throws with a message for the log if it cannot render the email. */
export async function renderEmail(dependencies: EmailDependencies, mail: ClaimedMail): Promise<EmailContent> {
  const content = await templateFor(mail.kind).render(dependencies, mail)
  const url = mail.unverified_user_id && (await dependencies.verificationLink(mail.unverified_user_id))
  return url ? withVerificationRequest(content, mail.kind, url, dependencies) : content
}

export const secretPayloadFields = (kind: string): readonly string[] => templateFor(kind).secrets

function templateFor(kind: string): EmailTemplate {
  if (isMailKind(kind)) return EMAIL_TEMPLATES[kind]
  throw new Error(
    `There is no template for emails of the kind '${kind}'. It was queued by another version of the shop.`,
  )
}

async function readOrder(dependencies: EmailDependencies, mail: ClaimedMail): Promise<OrderUpdateEmailData> {
  const order = await readOrderEmailData(dependencies.db, orderPayload.parse(mail.payload).order_id)
  const address = mail.recipient ?? order.email
  if (address === null) throw new Error('The customer of the order has no email address.')
  return { ...order, email: address }
}

/** Checked again, because the reply address becomes a header. */
function checkedEnquiry<Form>(checked: Checked<Form>): Form {
  if (!checked.ok) throw new Error('The enquiry is not as its form lets it be.')
  return checked.value
}
const enquiryOf = (mail: ClaimedMail) => enquiryPayload.parse(mail.payload).enquiry

const readAccountChange = (mail: ClaimedMail) => ({ ...readAccount(mail), changed_at: mail.created_at })

function readAccount(mail: ClaimedMail) {
  return { ...accountPayload.parse(mail.payload), email: recipientOf(mail) }
}

const ownerAddress = ({ identity }: EmailDependencies, { recipient }: ClaimedMail) =>
  recipient ?? identity.email

function recipientOf({ recipient, kind }: ClaimedMail): string {
  if (recipient === null) throw new Error(`The ${kind} has no recipient.`)
  return recipient
}
