import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Each purpose has its own key derived from the secret, so that a signature for one is invalid for another. */
export function createSigner(secret: string, purpose: string) {
  // Cached: node:crypto needs five times as long if it builds the key for each signature.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'ninth-bend', purpose, 32)))
  const mac = (text: string) => createHmac('sha256', key).update(text).digest()
  const matchesMac = (presentedMac: string, text: string) => {
    const expected = mac(text)
    const actual = Buffer.from(presentedMac, 'base64url')
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
  return {
    sign: (text: string) => `${text}.${mac(text).toString('base64url')}`,
    /** The text without its signature, or undefined if the signature is invalid. */
    open(signed: string | undefined): string | undefined {
      const end = signed?.lastIndexOf('.') ?? -1
      if (!signed || end < 0) return undefined
      const text = signed.slice(0, end)
      return matchesMac(signed.slice(end + 1), text) ? text : undefined
    },
    hmac: (text: string) => mac(text).toString('base64url'),
    matchesHmac: (presentedMac: string, text: string) => matchesMac(presentedMac, text),
  }
}
