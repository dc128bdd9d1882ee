import { z } from 'zod'
import { sendMailAgain } from '#shop/mail/outbox/failed-emails.server.ts'
import { mailWords } from '#shop/mail/outbox/outbox-messages.ts'
import { sendTestEmail } from '#shop/mail/transport/test-email.server.ts'
import { messages, tooManyTries } from '#shop/messages/messages.ts'
import { PermissionDenied, type Admin } from '#shop/permissions.ts'
import type { Shop } from '#shop/shop-dependencies.server.ts'
import type { MailAnswer } from './dashboard-url.ts'

const wish = z.object({ intent: z.literal('send-again'), mail_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

const REFUSED = {
  'not-found': { message: mailWords.notFound, status: 404 },
  'sent-already': { message: mailWords.sentAlready, status: 409 },
  'under-way': { message: mailWords.takenAlready, status: 409 },
} as const

type Answered = { answer: MailAnswer; status: number }

/** What a form of the dashboard's emails asks for. */
export const actOnMails = (shop: Shop, admin: Admin, form: FormData): Promise<Answered> =>
  form.get('intent') === 'test-email' ? testEmail(shop, admin) : sendAgain(shop, admin, form)

async function testEmail(shop: Shop, admin: Admin): Promise<Answered> {
  const answered = (kind: MailAnswer['kind'], message: string, status: number): Answered => ({ answer: { mail_id: null, kind, message }, status })
  try {
    const sent = await sendTestEmail(shop, admin)
    if (sent.ok) return answered('done', mailWords.testAccepted(shop.mail.route, sent.value.to), 200)
    const { refusal } = sent
    if (refusal.code === 'too-many-tries') return answered('refused', tooManyTries(refusal.retry_after_seconds), 429)
    return answered('failed', refusal.code === 'not-accepted' ? `${mailWords.testFailed} ${refusal.why}` : mailWords.testFailed, 200)
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error }, 'a test email could not be sent')
    return answered('failed', mailWords.testFailed, 503)
  }
}

/** Has a mail tried again as a posted form asks for, and says what came of it. */
async function sendAgain(shop: Shop, admin: Admin, form: FormData): Promise<Answered> {
  const asked = wish.safeParse(Object.fromEntries(form))
  if (!asked.success) return { answer: { mail_id: 0, kind: 'failed', message: messages.badRequest }, status: 400 }
  const { mail_id } = asked.data
  try {
    const sent = await sendMailAgain(shop, admin, mail_id)
    if (sent.ok) return { answer: { mail_id, kind: 'done', message: mailWords.triedNow }, status: 200 }
    const { message, status } = REFUSED[sent.refusal.code]
    return { answer: { mail_id, kind: 'refused', message }, status }
  } catch (error) {
    if (error instanceof PermissionDenied) throw error
    shop.log.error({ error, mail: mail_id }, 'a mail could not be tried again')
    return { answer: { mail_id, kind: 'failed', message: mailWords.notTried }, status: 503 }
  }
}
