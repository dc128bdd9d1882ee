import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Signs short texts so that only this shop can have written them. One secret serves several purposes:
 * each has a key of its own, so that a text signed for one is worthless for another.
 */
export function createSigner(secret: string, purpose: string) {
  // Made once: of plain bytes node:crypto makes a key anew for each signature, which takes it five times as long.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'ninth-bend', purpose, 32)))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  const matchesMac = (presentedMac: string, text: string) => {
    const expected = mac(text)
    const actual = Buffer.from(presentedMac, 'base64url')
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
  return {
    sign: (text: string) => `${text}.${mac(text).toString('base64url')}`,
    /** The text without its signature, or undefined when the signature is not ours. */
    open(signed: string | undefined): string | undefined {
      const end = signed?.lastIndexOf('.') ?? -1
      if (!signed || end < 0) return undefined
      const text = signed.slice(0, end)
      return matchesMac(signed.slice(end + 1), text) ? text : undefined
    },
    /** A text that cannot be turned back, always the same for the same input. */
    hmac: (text: string) => mac(text).toString('base64url'),
    matchesHmac: (presentedMac: string, text: string) => matchesMac(presentedMac, text),
  }
}
