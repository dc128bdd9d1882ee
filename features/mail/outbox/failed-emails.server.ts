import { sql } from 'kysely'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { FailedMails } from './failed-emails.ts'

/** During an outage all emails have the same error. */
const FIRST_ROWS = 5
const MAX_ROWS = 200

/** Emails whose last attempt failed, given-up ones first, with the total count: the first 5, or up to 200 with `all`. */
export async function failedMails(
  shop: ShopDependencies,
  admin: Actor,
  { all = false } = {},
): Promise<FailedMails> {
  requirePermission(admin, 'mail.send-again')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<FailedMails>`
      select coalesce(jsonb_agg(to_jsonb(m) - 'total' - 'ordinality' order by m.ordinality), '[]') as mails,
             coalesce(max(m.total), 0) as total, count_held_emails() as held
        from list_failed_emails(${all ? MAX_ROWS : FIRST_ROWS}) with ordinality m`.execute(db),
  )
  return rows[0]!
}

/** Uses the existing Message-ID; repeated calls send one email. Refused: not-found (also if it never failed), sent-already, under-way. */
export async function resendMail(
  shop: ShopDependencies,
  admin: Actor,
  mailId: number,
): Promise<Answer<'retry_email'>> {
  requirePermission(admin, 'mail.send-again')
  const answer = await shop.db.queryAs(admin, (db) => callProcedure(db, 'retry_email', { id: mailId }))
  if (answer.ok) shop.outbox.wake()
  return answer
}
