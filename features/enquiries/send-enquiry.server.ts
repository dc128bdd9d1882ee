import { sql } from 'kysely'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import type { ClientAddress, TooManyTries } from '#features/accounts/accounts-dependencies.server.ts'
import { callProcedure, type Answer } from '#features/call-procedure.server.ts'
import { refused, type Refused } from '#shop/outcome.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { BusinessEnquiry, Feedback } from './enquiry-rules.ts'

export type Enquiry =
  | { kind: 'owner-feedback'; entries: Feedback }
  | { kind: 'owner-business-enquiry'; entries: BusinessEnquiry }

/**
 * Sends it to the shop's address through the outbox; the same text once a day. Refused: 'kept-locally' unless
 * the owner wants them, too-many-tries (this client), too-many-waiting (all).
 */
export async function sendEnquiry(
  shop: ShopDependencies,
  accounts: Pick<Accounts, 'takeEnquiryAttempt'>,
  actor: Actor,
  { enquiry: { kind, entries }, client }: { enquiry: Enquiry; client: ClientAddress },
): Promise<Answer<'send_enquiry'> | Refused<TooManyTries>> {
  requirePermission(actor, 'enquiries.send')
  if (!shop.switches.enquiries_by_email) return refused('kept-locally')
  const retry_after_seconds = await accounts.takeEnquiryAttempt(client)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  // It does not matter who is signed in, so it is sent as a visitor.
  const answer = await callProcedure(shop.db.visitor, 'send_enquiry', { kind, entries })
  shop.outbox.wake()
  return answer
}

/** Running it hourly is enough. */
export async function deleteOldEnquiries({ db }: Pick<ShopDependencies, 'db'>): Promise<void> {
  await sql`select delete_old_enquiries()`.execute(db.worker)
}
