import { createHmac } from 'node:crypto'

/** Equal for equal secrets. 32 bits distinguish two secrets without revealing either. */
export function secretFingerprint(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret)
    .update('fingerprint of the session secret')
    .digest('hex')
    .slice(0, 8)
}
