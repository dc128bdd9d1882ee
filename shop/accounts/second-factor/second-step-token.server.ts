import { createSigner } from '#shop/accounts/sessions/hmac-signer.server.ts'

/** What a browser holds between the right password and the code: it names a challenge, and opens nothing by itself. */
export type SecondStep = {
  area: 'shop' | 'admin'
  remember: boolean
  userId: string
  email: string
  /** The password that was compared, blurred: another one since then ends the step. */
  passwordHmac: string
  /** better-auth's signed name of the challenge. */
  challenge: string
  expiresAt: number
}
export type SecondStepTokens = ReturnType<typeof createSecondStepTokens>

/** Writes and reads the part of a sign-in that waits for its code; signed, so that nobody makes one up. */
export function createSecondStepTokens(secret: string, clock: () => Date) {
  const signer = createSigner(secret, 'second step')
  const hmacSigner = createSigner(secret, 'second factor')
  return {
    write: (secondStep: SecondStep) => signer.sign(Buffer.from(JSON.stringify(secondStep)).toString('base64url')),
    read(token: string | undefined): SecondStep | undefined {
      const text = signer.open(token)
      if (!text) return undefined
      const secondStep = JSON.parse(Buffer.from(text, 'base64url').toString()) as SecondStep
      return secondStep.expiresAt > clock().getTime() ? secondStep : undefined
    },
    /** When a step that begins now is over, in milliseconds. */
    expiresAfter: (seconds: number) => clock().getTime() + seconds * 1000,
    markOf: (...texts: string[]) => hmacSigner.hmac(texts.join('\n')),
  }
}
