import { encode } from 'uqr'

export type TotpKey = {
  key: string
  /** Dark modules as one SVG path, each one unit wide, in a square of `size` units. */
  picture: { size: number; path: string }
}

const QUIET_ZONE = 4

export function createTotpKey(
  key: string,
  { issuer, account }: { issuer: string; account: string },
): TotpKey {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const uri = `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}&digits=6&period=30`
  const { data, size } = encode(uri, { ecc: 'M', border: QUIET_ZONE })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return { key, picture: { size, path } }
}
