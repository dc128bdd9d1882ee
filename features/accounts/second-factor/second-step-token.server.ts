import { createSigner } from '#platform/rate-limits/hmac-signer.server.ts'

export type SecondStep = {
  area: 'shop' | 'admin'
  remember: boolean
  userId: string
  email: string
  /** HMAC of the verified password hash: a password change invalidates the step. */
  passwordHmac: string
  challenge: string
  expiresAt: number
}
export type SecondStepTokens = ReturnType<typeof createSecondStepTokens>

export function createSecondStepTokens(secret: string, clock: () => Date) {
  const signer = createSigner(secret, 'second step')
  const hmacSigner = createSigner(secret, 'second factor')
  return {
    write: (secondStep: SecondStep) =>
      signer.sign(Buffer.from(JSON.stringify(secondStep)).toString('base64url')),
    read(token: string | undefined): SecondStep | undefined {
      const text = signer.open(token)
      if (!text) return undefined
      const secondStep = JSON.parse(Buffer.from(text, 'base64url').toString()) as SecondStep
      return secondStep.expiresAt > clock().getTime() ? secondStep : undefined
    },
    expiresAfter: (seconds: number) => clock().getTime() + seconds * 1000,
    hmacOf: (...texts: string[]) => hmacSigner.hmac(texts.join('\n')),
  }
}
