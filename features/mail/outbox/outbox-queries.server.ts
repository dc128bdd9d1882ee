import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { DB, Outbox as OutboxTable } from '#platform/database/schema.ts'

/** Only this process may send it until the lease expires. */
export type ClaimedMail = Pick<
  Selectable<OutboxTable>,
  'id' | 'kind' | 'recipient' | 'payload' | 'attempts' | 'created_at'
> & {
  message_id: string
  /** The account of the unverified address of an order email, which gets only this one. */
  unverified_user_id: string | null
}

/** Oldest first. Sending needs no open transaction; if a worker crashes, the lease expires and the email is sent again. */
export async function claimDueMails(
  db: Kysely<DB>,
  { limit, leaseSeconds, host }: { limit: number; leaseSeconds: number; host: string },
): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    select id, kind, recipient, payload, attempts, created_at, message_id, unverified_user_id
      from claim_emails(${limit}, ${leaseSeconds}, ${host}) order by id`.execute(db)
  return rows
}

/** Removes secrets from the row. */
export async function markMailSent(
  db: Kysely<DB>,
  { id }: ClaimedMail,
  secrets: readonly string[],
): Promise<void> {
  await sql`
    update outbox set sent_at = now(), leased_until = null, last_error = null, payload = payload - ${secrets}::text[]
     where id = ${id} and sent_at is null`.execute(db)
}

/** `null` seconds: no automatic retry. No effect if another worker has claimed the email since. */
export async function markMailFailed(
  db: Kysely<DB>,
  { id, attempts }: ClaimedMail,
  { error, retryInSeconds }: { error: string; retryInSeconds: number | null },
): Promise<void> {
  const next =
    retryInSeconds === null ? sql`'infinity'` : sql`now() + make_interval(secs => ${retryInSeconds})`
  await sql`
    update outbox set last_error = ${error}, leased_until = null, available_at = ${next}
     where id = ${id} and attempts = ${attempts} and sent_at is null`.execute(db)
}

/** Queues it once; an unknown order queues nothing. */
export async function queueOrderConfirmation(db: Kysely<DB>, orderId: string): Promise<void> {
  await sql`
    insert into outbox (kind, dedupe_key, recipient, payload)
    select 'order-confirmation', 'order-confirmation:' || o.id,
           coalesce(p.email, o.shipping_address ->> 'email'), jsonb_build_object('order_id', o.id)
      from orders o left join user_profiles p on p.user_id = o.user_id
     where o.id = ${orderId}
        on conflict (dedupe_key) do nothing`.execute(db)
}
