/** How a recovery code looks, for whoever looks for one. */
export const RECOVERY_CODE_EXAMPLE = 'k7mq-4xwd-29pf'

/** The six digits of an app as people type them, with or without spaces; null for anything else. */
export function parseAppCode(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

/** A recovery code as it is kept, however it is typed off the paper; null for anything else. */
export function parseRecoveryCode(text: string): string | null {
  const [, ...groups] = /^([\da-z]{4})([\da-z]{4})([\da-z]{4})$/.exec(text.toLowerCase().replace(/[\s\p{Dash}]/gu, '')) ?? []
  return groups.length === 3 ? groups.join('-') : null
}
