import { done, refused, type Outcome } from '#shop/outcome.ts'
import { requirePermission, type Customer } from '#shop/permissions.ts'
import type { AccountsDependencies } from '#features/accounts/accounts-dependencies.server.ts'
import { isCurrentPassword, type OwnPasswordRefusal } from './change-own-password.server.ts'

/** Guards actions that cannot be undone. Refused: wrong password, too many tries. */
export async function confirmPassword(
  dependencies: Pick<AccountsDependencies, 'db' | 'limiter'>,
  customer: Customer,
  password: string,
): Promise<Outcome<null, OwnPasswordRefusal>> {
  requirePermission(customer, 'profile.erase-own')
  const attempt = { limitedAction: 'ownPassword', of: [customer.userId] } as const
  const retry_after_seconds = await dependencies.limiter.take(attempt)
  if (retry_after_seconds > 0) return refused('too-many-tries', { retry_after_seconds })
  const isCurrent = await isCurrentPassword(dependencies.db, customer.userId, password)
  if (!isCurrent) return refused('wrong-password')
  await dependencies.limiter.returnAttempt(attempt)
  return done(null)
}
