import { createSigner } from '#shop/accounts/sessions/hmac-signer.server.ts'

/** What a browser holds between the right password and the code: it names a challenge, and opens nothing by itself. */
export type SecondStep = {
  area: 'shop' | 'admin'
  remember: boolean
  userId: string
  email: string
  /** The password that was compared, blurred: another one since then ends the step (D9). */
  passwordMark: string
  /** better-auth's signed name of the challenge. */
  challenge: string
  expiresAt: number
}
export type SecondStepPart = ReturnType<typeof createSecondStepPart>

/** Writes and reads the part of a sign-in that waits for its code; signed, so that nobody makes one up. */
export function createSecondStepPart(secret: string, clock: () => Date) {
  const signer = createSigner(secret, 'second step')
  const marks = createSigner(secret, 'second factor')
  return {
    write: (step: SecondStep) => signer.sign(Buffer.from(JSON.stringify(step)).toString('base64url')),
    read(part: string | undefined): SecondStep | undefined {
      const text = signer.open(part)
      if (!text) return undefined
      const step = JSON.parse(Buffer.from(text, 'base64url').toString()) as SecondStep
      return step.expiresAt > clock().getTime() ? step : undefined
    },
    /** When a step that begins now is over, in milliseconds. */
    endsIn: (seconds: number) => clock().getTime() + seconds * 1000,
    markOf: (...texts: string[]) => marks.blur(texts.join('\n')),
  }
}
