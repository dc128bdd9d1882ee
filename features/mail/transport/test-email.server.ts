import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { callProcedure, type ProcedureRefusal } from '#features/call-procedure.server.ts'
import { done, refused, type Outcome } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import { formatLondonDateTime } from '#shop/dates/dates.ts'
import type { EmailContent } from '#features/mail/rendering/email-content.ts'
import { mailErrorMessage } from './mail-error-message.ts'
import { reachesSomebody } from './mail-route.ts'

const TEST_EMAIL_TIMEOUT_MS = 20_000

type TestEmailRefusal = ProcedureRefusal<'record_test_email'> | { code: 'not-accepted'; why: string }

/** Sent at once to the administrator, not queued. Refused: too-many-tries, not-accepted (with the reason). */
export async function sendTestEmail(
  shop: ShopDependencies,
  admin: Actor,
  content?: EmailContent,
): Promise<Outcome<{ to: string }, TestEmailRefusal>> {
  requirePermission(admin, 'mail.send-test')
  const answer = await shop.db.queryAs(admin, (db) => callProcedure(db, 'record_test_email', {}))
  if (!answer.ok) return answer
  const date = shop.clock()
  const messageId = `<test-email.${randomUUID()}@${new URL(shop.publicUrl).hostname}>`
  try {
    await shop.mail.transport.send(
      { kind: 'test-email', content: content ?? testEmail(shop, admin.email, date), messageId, date },
      AbortSignal.timeout(TEST_EMAIL_TIMEOUT_MS),
    )
    if (reachesSomebody(shop.mail.route, admin.email)) await recordAccepted(shop, admin)
    return done({ to: admin.email })
  } catch (problem) {
    shop.log.warn({ error: problem }, 'A test email was not accepted.')
    return refused('not-accepted', { why: mailErrorMessage(problem) })
  }
}

/** The email is on its way already, so a failure is only logged. */
const recordAccepted = (shop: ShopDependencies, admin: Actor) =>
  shop.db
    .queryAs(admin, (db) => sql`select record_accepted_test_email()`.execute(db))
    .catch((error: unknown) => shop.log.warn({ error }, 'An accepted test email could not be recorded.'))

function testEmail({ identity, publicUrl }: ShopDependencies, address: string, at: Date): EmailContent {
  return {
    to: { name: '', address },
    subject: `Test email from ${identity.name}`,
    preview: 'The emails of the shop reach this address.',
    title: 'The emails of the shop arrive',
    blocks: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: `Somebody signed in to the back-office, most likely you, asked for this email on ${formatLondonDateTime(at)}. Customers get theirs the same way.`,
      },
      { kind: 'link', text: 'Open the dashboard', url: `${publicUrl}/admin/dashboard` },
    ],
  }
}
