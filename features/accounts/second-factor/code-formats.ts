export const RECOVERY_CODE_EXAMPLE = 'k7mq-4xwd-29pf'

/** Six digits with or without spaces; null for anything else. */
export function parseAppCode(text: string): string | null {
  const digits = text.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

export function parseRecoveryCode(text: string): string | null {
  const [, ...groups] =
    /^([\da-z]{4})([\da-z]{4})([\da-z]{4})$/.exec(text.toLowerCase().replace(/[\s\p{Dash}]/gu, '')) ?? []
  return groups.length === 3 ? groups.join('-') : null
}
