import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { DB, Outbox as OutboxTable } from '#db/schema.ts'

/** A row of the outbox that this process alone may send until its lease runs out. */
export type ClaimedMail = Pick<
  Selectable<OutboxTable>,
  'id' | 'kind' | 'recipient' | 'payload' | 'attempts' | 'created_at'
> & {
  message_id: string
  /** Of a mail about an order to an address that nobody has confirmed: whose account it is. It is the only one they get. */
  unverified_user_id: string | null
}

/**
 * Takes up to `limit` mails that are due, oldest first. Two workers never take the same one: the row is locked while it
 * is taken and leased afterwards, so that no transaction stays open while a mail server is slow. A crash gives the mail
 * back when the lease ends, under the Message-ID it already had.
 */
export async function claimDueMails(
  db: Kysely<DB>,
  { limit, leaseSeconds, host }: { limit: number; leaseSeconds: number; host: string },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    select id, kind, recipient, payload, attempts, created_at, message_id, unverified_user_id
      from claim_emails(${limit}, ${leaseSeconds}, ${host}) order by id`.execute(db)
  return rows
}

/** Notes that a claimed mail went out and takes its secrets out of the row: from now on they would only lie about. */
export async function markMailSent(db: Kysely<DB>, { id }: ClaimedMail, secrets: readonly string[]): Promise<void> {
  await sql`
    update outbox set sent_at = now(), leased_until = null, last_error = null, payload = payload - ${secrets}::text[]
     where id = ${id} and sent_at is null`.execute(db)
}

/** Gives a claimed mail back for a later attempt; `null` seconds leave it to a person. Whoever claimed it since keeps it. */
export async function markMailFailed(
  db: Kysely<DB>,
  { id, attempts }: ClaimedMail,
  { error, retryInSeconds }: { error: string; retryInSeconds: number | null },
): Promise<void> {
  const next = retryInSeconds === null ? sql`'infinity'` : sql`now() + make_interval(secs => ${retryInSeconds})`
  await sql`
    update outbox set last_error = ${error}, leased_until = null, available_at = ${next}
     where id = ${id} and attempts = ${attempts} and sent_at is null`.execute(db)
}

/** Queues the confirmation of an order unless it is queued already; an unknown order queues nothing. */
export async function queueOrderConfirmation(db: Kysely<DB>, orderId: string): Promise<void> {
  await sql`
    insert into outbox (kind, dedupe_key, recipient, payload)
    select 'order-confirmation', 'order-confirmation:' || o.id,
           coalesce(p.email, o.shipping_address ->> 'email'), jsonb_build_object('order_id', o.id)
      from orders o left join user_profiles p on p.user_id = o.user_id
     where o.id = ${orderId}
        on conflict (dedupe_key) do nothing`.execute(db)
}
