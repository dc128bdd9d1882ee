import { isAPIError } from 'better-auth/api'
import { sql, type Transaction } from 'kysely'
import { done, refused, type Outcome, type Refusal } from '#shop/outcome.ts'
import {
  withMinimumDuration,
  type AccountsDependencies,
  type TooManyTries,
  type ClientAddress,
} from '#features/accounts/accounts-dependencies.server.ts'
import type { Registration } from '#features/accounts/forms/account-forms.ts'
import { rateLimitAddress } from '#platform/rate-limits/rate-limiter.server.ts'

/**
 * Creates account and profile and queues the verification email. For a taken address, result and response time are the same and
 * its owner gets an email. Refused after too many registrations from one client address or for one email address.
 */
export function register(
  dependencies: AccountsDependencies,
  form: Registration,
  { ip }: ClientAddress,
): Promise<Outcome<null, TooManyTries | Refusal<'no-user-returned'>>> {
  return withMinimumDuration(dependencies.minimumDurations.registrationMs, async () => {
    const retry_after_seconds = await dependencies.limiter.take(
      { limitedAction: 'registerFromOneAddress', of: [rateLimitAddress(ip)] },
      { limitedAction: 'registerOneEmail', of: [form.email] },
    )
    if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
    if (!(await createAccount(dependencies, form))) return refused('no-user-returned')
    dependencies.wakeOutbox()
    return done(null)
  })
}

function createAccount(dependencies: AccountsDependencies, form: Registration): Promise<boolean> {
  return retryIfEmailTaken(() =>
    dependencies.db.transaction().execute((trx) => createInTransaction(dependencies, trx, form)),
  )
}

/** If two registrations of an address run at once, the second attempt finds it taken. */
export async function retryIfEmailTaken<Result>(create: () => Promise<Result>): Promise<Result> {
  try {
    return await create()
  } catch (error) {
    if (isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_USER') return create()
    throw error
  }
}

async function createInTransaction(
  dependencies: AccountsDependencies,
  trx: Transaction<Record<string, never>>,
  form: Registration,
): Promise<boolean> {
  const { full_name, email, password } = form
  const { user } = await dependencies
    .betterAuthWith(trx)
    .api.signUpEmail({ body: { name: full_name, email, password } })
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- ACCOUNT-8: the library's type promises a user.
  if (!user) return false
  // For a taken address better-auth returns a made-up user.
  const { rows } = await sql`select from "user" where id = ${user.id}`.execute(trx)
  if (rows.length === 1) await insertProfile(trx, user.id, form)
  return true
}

async function insertProfile(trx: Transaction<Record<string, never>>, userId: string, form: Registration) {
  await sql`
    insert into public.user_profiles (user_id, full_name, email, phone, address, post_code, city, country)
    values (${userId}, ${form.full_name}, ${form.email}, ${form.phone},
            ${form.address}, ${form.post_code}, ${form.city}, ${form.country})
  `.execute(trx)
}
