import { createSigner } from '#platform/rate-limits/hmac-signer.server.ts'

/** Tokens are signed and not stored, so that a copy of the database opens no session. */
export function createSessionTokens(secret: string, clock: () => Date) {
  const accessSigner = createSigner(secret, 'access part')
  const refreshSigner = createSigner(secret, 'refresh part')
  const deviceSigner = createSigner(secret, 'device')

  return {
    writeAccess: (sessionId: string, expiresAt: Date) =>
      accessSigner.sign(`${sessionId}.${expiresAt.getTime()}`),
    readAccess(token: string | undefined) {
      const [sessionId, expires] = accessSigner.open(token)?.split('.') ?? []
      if (!sessionId || !expires) return undefined
      const expiresAt = new Date(Number(expires))
      return { sessionId, expiresAt, isExpired: expiresAt <= clock() }
    },
    writeRefresh: (sessionId: string, generation: number) => refreshSigner.sign(`${sessionId}.${generation}`),
    readRefresh(token: string | undefined) {
      const [sessionId, generation] = refreshSigner.open(token)?.split('.') ?? []
      return sessionId && generation ? { sessionId, generation: Number(generation) } : undefined
    },
    /** Marks a browser that has signed in to this account, without revealing the account. */
    writeDevice: (deviceId: string, email: string) =>
      `${deviceId}.${deviceSigner.hmac(`${deviceId}.${email}`)}`,
    readDevice(value: string | undefined, email: string) {
      const [deviceId, hmacText] = value?.split('.') ?? []
      return deviceId && hmacText && deviceSigner.matchesHmac(hmacText, `${deviceId}.${email}`)
        ? deviceId
        : undefined
    },
  }
}
