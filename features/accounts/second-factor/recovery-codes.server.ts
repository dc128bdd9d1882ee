import { randomInt } from 'node:crypto'

const RECOVERY_CODES = 10
/** Excludes characters that are easily confused on paper. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 3
const GROUP_LENGTH = 4

/** Ten codes like 'k7mq-4xwd-29pf', each of 59 random bits. */
export function generateRecoveryCodes(): string[] {
  const letter = () => LETTERS[randomInt(LETTERS.length)]
  const group = () => Array.from({ length: GROUP_LENGTH }, letter).join('')
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'))
}
