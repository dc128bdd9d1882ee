import { encode } from 'uqr'

/** What a page shows of a new key: as a picture for the app to scan, and as text. */
export type TotpKey = {
  key: string
  /** Dark squares as one SVG path, each a unit wide, in a square of `size` units. */
  picture: { size: number; path: string }
}

const QUIET_ZONE = 4

/** A key as authenticator apps understand it: issuer and account are what they show beside their codes. */
export function createTotpKey(key: string, { issuer, account }: { issuer: string; account: string }): TotpKey {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const uri = `otpauth://totp/${label}?secret=${key}&issuer=${encodeURIComponent(issuer)}&digits=6&period=30`
  const { data, size } = encode(uri, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { key, picture: { size, path } }
}
