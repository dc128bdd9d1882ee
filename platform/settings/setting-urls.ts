import { isWebAddress } from '#shop/text/web-address.ts'

export function isWithoutSecrets(text: string): boolean {
  const url = URL.parse(text)
  return !url || !(url.username || url.password || /[?#]/.test(text))
}

/** An address for visitors, unless protocols are given. */
export function isUrl(text: string, protocols?: readonly string[]): boolean {
  const url = URL.parse(text)
  if (url === null || url.hostname === '') return false
  return protocols ? protocols.includes(url.protocol) : isWebAddress(text)
}
