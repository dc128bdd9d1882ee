import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The secret that signs sessions: made at the first start and kept in a file that only its owner may read.
 * Whoever starts second at the same moment takes what the first one wrote.
 */
export function readOrMakeSecret(file: string): string {
  try {
    writeFileSync(file, `${randomBytes(48).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length >= 32) return secret
  throw new Error(`The secret in ${file} is shorter than 32 characters. Delete the file: a new one is made, and everybody signs in again.`)
}
