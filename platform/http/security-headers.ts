export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** For pictures and static files, which emails and link previews embed. */
export const CROSS_ORIGIN_HEADERS = { 'cross-origin-resource-policy': 'cross-origin' } as const

/** For responses other than pages: no scripts, no framing. The policy for pages is in app/pages/html-document.ts. */
export const DENY_ALL_CSP = "default-src 'none'; frame-ancestors 'none'"

const YEAR_SECONDS = 31_536_000

/** HSTS if the shop uses https; without subdomains, which may belong to other services. */
export const hstsHeaders = (publicUrl: string): Record<string, string> =>
  publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}
