import { z } from 'zod'
import { resendMail } from '#shop/mail/outbox/failed-emails.server.ts'
import { outboxMessages } from '#shop/mail/outbox/outbox-messages.ts'
import { sendTestEmail } from '#shop/mail/transport/test-email.server.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { EmailActionResult } from './dashboard-url.ts'

const requestSchema = z.object({
  intent: z.literal('send-again'),
  mail_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
})

const REFUSALS = {
  'not-found': { message: outboxMessages.notFound, status: 404 },
  'sent-already': { message: outboxMessages.sentAlready, status: 409 },
  'under-way': { message: outboxMessages.takenAlready, status: 409 },
} as const

type HandledAction = { actionResult: EmailActionResult; status: number }

export const handleEmailAction = (
  shop: ShopDependencies,
  admin: Admin,
  form: FormData,
): Promise<HandledAction> =>
  form.get('intent') === 'test-email' ? sendTest(shop, admin) : resendEmail(shop, admin, form)

async function sendTest(shop: ShopDependencies, admin: Admin): Promise<HandledAction> {
  const respond = (kind: EmailActionResult['kind'], message: string, status: number): HandledAction => ({
    actionResult: { mail_id: null, kind, message },
    status,
  })
  try {
    const sent = await sendTestEmail(shop, admin)
    if (sent.ok) return respond('done', outboxMessages.testAccepted(shop.mail.route, sent.value.to), 200)
    const { refusal } = sent
    if (refusal.code === 'too-many-tries')
      return respond('refused', tooManyTries(refusal.retry_after_seconds), 429)
    return respond(
      'failed',
      refusal.code === 'not-accepted'
        ? `${outboxMessages.testFailed} ${refusal.why}`
        : outboxMessages.testFailed,
      200,
    )
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'a test email could not be sent')
    return respond('failed', outboxMessages.testFailed, 503)
  }
}

async function resendEmail(shop: ShopDependencies, admin: Admin, form: FormData): Promise<HandledAction> {
  const parsed = requestSchema.safeParse(Object.fromEntries(form))
  if (!parsed.success)
    return { actionResult: { mail_id: 0, kind: 'failed', message: messages.badRequest }, status: 400 }
  const { mail_id } = parsed.data
  try {
    const sent = await resendMail(shop, admin, mail_id)
    if (sent.ok)
      return { actionResult: { mail_id, kind: 'done', message: outboxMessages.triedNow }, status: 200 }
    const { message, status } = REFUSALS[sent.refusal.code]
    return { actionResult: { mail_id, kind: 'refused', message }, status }
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, mail: mail_id }, 'an email could not be resent')
    return { actionResult: { mail_id, kind: 'failed', message: outboxMessages.notTried }, status: 503 }
  }
}
