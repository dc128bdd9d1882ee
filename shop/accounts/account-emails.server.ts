import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { MailKind } from '#shop/mail/outbox/mail-kinds.ts'
import { safeName } from '#shop/mail/rendering/untrusted-text.ts'
import type { AccountsDatabase } from './accounts-database.ts'

/** For accounts that nobody registered. */
const noMail = async () => {}
export const NO_MAILS: AccountMails = {
  verifyEmail: noMail, alreadyRegistered: noMail, resetPassword: noMail, passwordChanged: noMail,
  ownPasswordChanged: noMail, secondFactorOn: noMail, secondFactorOff: noMail, recoveryCodeUsed: noMail,
}

export type Addressee = { id: string; name: string; email: string }
export type AccountMails = ReturnType<typeof accountMailsOn>
export type AccountMailPayload = { full_name: string; url: string }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Queues the mails of accounts, in the caller's transaction where there is one. */
export function accountMailsOn(db: AccountsDatabase, { publicUrl, clock }: { publicUrl: string; clock: () => Date }) {
  /** Nobody's inbox can be filled by sending a form again and again: one mail of a kind in each stretch of time. */
  const onceIn = (milliseconds: number) => String(Math.floor(clock().getTime() / milliseconds))

  async function queue(kind: MailKind, to: Addressee, occasion: string, url: string) {
    const payload: AccountMailPayload = { full_name: safeName(to.name), url }
    await sql`
      insert into public.outbox (kind, dedupe_key, recipient, payload)
      values (${kind}, ${`${kind}:${to.id}:${occasion}`}, ${to.email}, ${JSON.stringify(payload)})
      on conflict do nothing`.execute(db)
  }
  return {
    verifyEmail: (user: Addressee, token: string) =>
      queue('verify-email', user, onceIn(MINUTE), `${publicUrl}/verify-email?token=${token}`),
    /** D8: somebody tried to register with an address that has an account; only its owner is told. */
    alreadyRegistered: (user: Addressee) =>
      queue('already-registered', user, onceIn(HOUR), `${publicUrl}/forgot-password`),
    /** Each is sent: how many can be asked for is limited where they are (D10), and a link that was used leads nowhere. */
    resetPassword: (user: Addressee, token: string) =>
      queue('reset-password', user, randomUUID(), `${publicUrl}/reset-password?token=${token}`),
    passwordChanged: (user: Addressee) =>
      queue('password-changed', user, randomUUID(), `${publicUrl}/forgot-password`),
    /** Whoever changes how somebody signs in can be found out only by the owner. */
    ownPasswordChanged: (user: Addressee) =>
      queue('own-password-changed', user, randomUUID(), `${publicUrl}/forgot-password`),
    secondFactorOn: (user: Addressee) => queue('second-factor-on', user, randomUUID(), `${publicUrl}/admin/account`),
    secondFactorOff: (user: Addressee) => queue('second-factor-off', user, randomUUID(), `${publicUrl}/admin/account`),
    recoveryCodeUsed: (user: Addressee) => queue('recovery-code-used', user, randomUUID(), `${publicUrl}/admin/account`),
  }
}
