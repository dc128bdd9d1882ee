/** What every answer tells browsers, whoever made it. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Nothing of the shop asks for any of these.
  'permissions-policy': 'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const

/** For pictures and built files: mails and other sites' previews of a link show them. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** For whatever brings no policy of its own: nothing of it runs, and nobody frames it. */
export const DENY_ALL_CSP = "default-src 'none'; frame-ancestors 'none'"

const YEAR_SECONDS = 31_536_000

/** A shop that people reach by https is never asked for without it again; its subdomains are not the shop's to decide about. */
export const hstsHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}
