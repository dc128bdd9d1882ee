import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountMailKind } from '#features/mail/outbox/mail-kinds.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import { safeName } from '#features/mail/rendering/untrusted-text.ts'
import type { AccountsDatabase } from './accounts-database.ts'

const noMail = async () => {}
export const NO_ACCOUNT_EMAILS: AccountEmails = {
  verifyEmail: noMail,
  alreadyRegistered: noMail,
  resetPassword: noMail,
  adminInvitation: noMail,
  passwordChanged: noMail,
  ownPasswordChanged: noMail,
  secondFactorNotice: noMail,
}

export type EmailRecipient = { id: string; name: string; email: string }
export type AccountEmails = ReturnType<typeof createAccountEmails>
type AccountEmailPayload = { full_name: string; url: string; role?: AdministratorRole }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** If `db` is a transaction, emails are queued in it. */
export function createAccountEmails(
  db: AccountsDatabase,
  { publicUrl, clock }: { publicUrl: string; clock: () => Date },
) {
  /** Part of the deduplication key: at most one email of a kind is queued per period. */
  const onceIn = (milliseconds: number) => String(Math.floor(clock().getTime() / milliseconds))

  async function queue(
    kind: AccountMailKind,
    to: EmailRecipient,
    occasion: string,
    url: string,
    role?: AdministratorRole,
  ) {
    const payload: AccountEmailPayload = { full_name: safeName(to.name), url, ...(role && { role }) }
    await sql`
      insert into public.outbox (kind, dedupe_key, recipient, payload)
      values (${kind}, ${`${kind}:${to.id}:${occasion}`}, ${to.email}, ${JSON.stringify(payload)})
      on conflict do nothing`.execute(db)
  }
  return {
    verifyEmail: (user: EmailRecipient, token: string) =>
      queue('verify-email', user, onceIn(MINUTE), `${publicUrl}/verify-email?token=${token}`),
    alreadyRegistered: (user: EmailRecipient) =>
      queue('already-registered', user, onceIn(HOUR), `${publicUrl}/forgot-password`),
    /** Not deduplicated: rate limits bound the requests, and a used link is invalid. */
    resetPassword: (user: EmailRecipient, token: string) =>
      queue('reset-password', user, randomUUID(), `${publicUrl}/reset-password?token=${token}`),
    adminInvitation: (user: EmailRecipient, token: string, role: AdministratorRole) =>
      queue('admin-invitation', user, randomUUID(), `${publicUrl}/admin/invitation?token=${token}`, role),
    passwordChanged: (user: EmailRecipient) =>
      queue('password-changed', user, randomUUID(), `${publicUrl}/forgot-password`),
    ownPasswordChanged: (user: EmailRecipient) =>
      queue('own-password-changed', user, randomUUID(), `${publicUrl}/forgot-password`),
    secondFactorNotice: (kind: AccountMailKind, user: EmailRecipient) =>
      queue(kind, user, randomUUID(), `${publicUrl}/admin/account`),
  }
}
