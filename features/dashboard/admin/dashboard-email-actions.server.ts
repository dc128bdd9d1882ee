import { z } from 'zod'
import { resendMail } from '#features/mail/outbox/failed-emails.server.ts'
import { outboxMessages } from '#features/mail/outbox/outbox-messages.ts'
import { sendTestEmail } from '#features/mail/transport/test-email.server.ts'
import { messages } from '#shop/messages/messages.ts'
import type { Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { rowIdNumber, typedNumber } from '#shop/text/number-fields.ts'
import { readForm, readIntent } from '#kit/actions/read-form.server.ts'
import { resendRefused, testEmailRefused } from '#features/mail/outbox/outbox-refusals.server.ts'
import { acceptForm, withFields, type HandledAction } from '#kit/actions/respond.server.ts'
import type { EmailActionResult } from './dashboard-url.ts'

const requestSchema = z.object({ intent: z.literal('send-again'), mail_id: typedNumber(rowIdNumber) })

type Handled = Promise<HandledAction<EmailActionResult>>

export const handleEmailAction = (shop: ShopDependencies, admin: Admin, form: FormData): Handled =>
  readIntent(form) === 'test-email' ? sendTest(shop, admin) : resendEmail(shop, admin, form)

async function sendTest(shop: ShopDependencies, admin: Admin): Handled {
  const noMail = { mail_id: null }
  const sent = await sendTestEmail(shop, admin)
  return sent.ok
    ? withFields(acceptForm(outboxMessages.testAccepted(shop.mail.route, sent.value.to)), noMail)
    : withFields(testEmailRefused(sent.refusal), noMail)
}

async function resendEmail(shop: ShopDependencies, admin: Admin, submitted: FormData): Handled {
  const form = await readForm(submitted, requestSchema)
  if (!form.ok)
    return { status: 400, actionResult: { kind: 'failed', mail_id: 0, message: messages.badRequest } }
  const { mail_id } = form.value
  const sent = await resendMail(shop, admin, mail_id)
  return sent.ok
    ? withFields(acceptForm(outboxMessages.triedNow), { mail_id })
    : withFields(resendRefused(sent.refusal), { mail_id })
}
