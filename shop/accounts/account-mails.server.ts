import { sql } from 'kysely'
import type { AccountsDatabase } from './better-auth.server.ts'

/** For accounts that nobody registered. */
export const NO_MAILS: AccountMails = { verifyEmail: async () => {}, alreadyRegistered: async () => {} }

type Addressee = { id: string; name: string; email: string }
export type AccountMails = ReturnType<typeof accountMailsOn>
export type AccountMailPayload = { full_name: string; url: string }

/** Anybody can register anybody's address: a "name" must not carry a stranger's link into their inbox. */
const LOOKS_LIKE_AN_ADDRESS = /[/@:]|\.\w/

const SLOT_MILLISECONDS = { verifyEmail: 60_000, alreadyRegistered: 60 * 60_000 }

/**
 * Queues the mails of accounts, in the caller's transaction where there is one.
 * The key of a mail names a stretch of time, so that nobody's inbox can be filled by sending a form again and again.
 */
export function accountMailsOn(db: AccountsDatabase, { publicUrl, clock }: { publicUrl: string; clock: () => Date }) {
  async function queue(kind: string, to: Addressee, slotMilliseconds: number, url: string) {
    const slot = Math.floor(clock().getTime() / slotMilliseconds)
    const payload: AccountMailPayload = { full_name: LOOKS_LIKE_AN_ADDRESS.test(to.name) ? '' : to.name, url }
    await sql`
      insert into public.outbox (kind, dedupe_key, recipient, payload)
      values (${kind}, ${`${kind}:${to.id}:${slot}`}, ${to.email}, ${JSON.stringify(payload)})
      on conflict do nothing`.execute(db)
  }
  return {
    verifyEmail: (user: Addressee, token: string) =>
      queue('verify-email', user, SLOT_MILLISECONDS.verifyEmail, `${publicUrl}/verify-email?token=${token}`),
    /** D8: somebody tried to register with an address that has an account; only its owner is told. */
    alreadyRegistered: (user: Addressee) =>
      queue('already-registered', user, SLOT_MILLISECONDS.alreadyRegistered, `${publicUrl}/login`),
  }
}
