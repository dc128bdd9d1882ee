/** Without its content, because some links give access to accounts. */
export type FailedMail = {
  id: number
  kind: string
  order_id: string | null
  recipient: string | null
  created_at: string
  attempts: number
  last_error: string
  next_attempt_at: string | null
  is_under_way: boolean
}
export type FailedMails = {
  mails: FailedMail[]
  total: number
  /** Order emails that wait until their customers verify an address; they are not failures. */
  held: number
}

/** A test compares it with features/accounts. */
export const LINK_LIFETIME_SECONDS: Partial<Record<string, number>> = {
  'verify-email': 24 * 60 * 60,
  'reset-password': 60 * 60,
}

export function isLinkExpired(
  { kind, created_at }: Pick<FailedMail, 'kind' | 'created_at'>,
  now: Date,
): boolean {
  const seconds = LINK_LIFETIME_SECONDS[kind]
  return seconds !== undefined && now.getTime() - Date.parse(created_at) > seconds * 1000
}
