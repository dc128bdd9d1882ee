import { z } from 'zod'
import { resendMail } from '#shop/mail/outbox/failed-emails.server.ts'
import { outboxMessages } from '#shop/mail/outbox/outbox-messages.ts'
import { sendTestEmail } from '#shop/mail/transport/test-email.server.ts'
import { messages } from '#shop/messages/messages.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import { rowIdNumber, typedNumber } from '#shop/text/number-fields.ts'
import { readForm, readIntent } from '#web/forms/read-form.server.ts'
import { resendRefused, testEmailRefused } from '#web/forms/refusal-answers.server.ts'
import { acceptForm, withFields, type HandledAction } from '#web/forms/respond.server.ts'
import type { EmailActionResult } from './dashboard-url.ts'

const requestSchema = z.object({ intent: z.literal('send-again'), mail_id: typedNumber(rowIdNumber) })

type Handled = Promise<HandledAction<EmailActionResult>>

export const handleEmailAction = (shop: ShopDependencies, admin: Admin, form: FormData): Handled =>
  readIntent(form) === 'test-email' ? sendTest(shop, admin) : resendEmail(shop, admin, form)

const failed = (
  status: number,
  message: string,
  mail_id: number | null,
): HandledAction<EmailActionResult> => ({ status, actionResult: { kind: 'failed', mail_id, message } })

async function sendTest(shop: ShopDependencies, admin: Admin): Handled {
  const noMail = { mail_id: null }
  try {
    const sent = await sendTestEmail(shop, admin)
    return sent.ok
      ? withFields(acceptForm(outboxMessages.testAccepted(shop.mail.route, sent.value.to)), noMail)
      : withFields(testEmailRefused(sent.refusal), noMail)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'a test email could not be sent')
    return failed(503, outboxMessages.testFailed, null)
  }
}

async function resendEmail(shop: ShopDependencies, admin: Admin, submitted: FormData): Handled {
  const form = await readForm(submitted, requestSchema)
  if (!form.ok) return failed(400, messages.badRequest, 0)
  const { mail_id } = form.value
  try {
    const sent = await resendMail(shop, admin, mail_id)
    return sent.ok
      ? withFields(acceptForm(outboxMessages.triedNow), { mail_id })
      : withFields(resendRefused(sent.refusal), { mail_id })
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, mail: mail_id }, 'an email could not be resent')
    return failed(503, outboxMessages.notTried, mail_id)
  }
}
