import { sql } from 'kysely'
import type { Outcome } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import type { FailedMails } from './failed-emails.ts'

/** When the mail server is down they all say the same. */
const MAX_ROWS = 5

/** The mails that did not go out at their last try, those given up first, and how many there are in all. */
export async function failedMails(shop: ShopDependencies, admin: Actor): Promise<FailedMails> {
  requirePermission(admin, 'mail.send-again')
  const { rows } = await shop.db.queryAs(admin, (db) =>
    sql<FailedMails>`
      select coalesce(jsonb_agg(to_jsonb(m) - 'total' - 'ordinality' order by m.ordinality), '[]') as mails,
             coalesce(max(m.total), 0) as total, count_held_emails() as held
        from list_failed_emails(${MAX_ROWS}) with ordinality m`.execute(db),
  )
  return rows[0]!
}

type SendAgainRefusal = { code: 'not-found' | 'sent-already' | 'under-way' }

/**
 * Has a failed mail tried at once. Asked for again, it stays one mail, under the Message-ID it already had.
 * Refused: not-found (also for one that never failed), sent-already, under-way.
 */
export async function resendMail(shop: ShopDependencies, admin: Actor, mailId: number): Promise<Outcome<object, SendAgainRefusal>> {
  requirePermission(admin, 'mail.send-again')
  const answer = await shop.db.queryAs(admin, async (db) => {
    const { rows } = await sql<{ answer: Outcome<object, SendAgainRefusal> }>`
      select retry_email(${mailId}) as answer`.execute(db)
    return rows[0]!.answer
  })
  if (answer.ok) shop.outbox.wake()
  return answer
}
