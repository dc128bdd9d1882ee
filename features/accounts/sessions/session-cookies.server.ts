import { ADMIN_MARKER_COOKIE, ADMIN_MARKER_COOKIE_SECONDS } from './admin-session-marker.ts'
import { HTTP_ONLY_COOKIES, SIGNED_IN_COOKIE } from '#shop/session.ts'

export type CookieSource = { get(name: 'cookie'): string | null }

const DEVICE_SECONDS = 365 * 24 * 60 * 60

/** With https the cookies are Secure and have the prefix that keeps other hosts from setting them; http would not store such cookies. */
export function createSessionCookies(publicUrl: string) {
  const isSecure = publicUrl.startsWith('https:')
  const secret = (name: string) => (isSecure ? `__Host-${name}` : name)
  const { access, refresh, device, secondStep } = HTTP_ONLY_COOKIES
  const names = {
    access: secret(access),
    refresh: secret(refresh),
    device: secret(device),
    secondStep: secret(secondStep),
  }

  function readable(name: string, value: string, maxAge?: number, more: string[] = []) {
    const lifetime = maxAge === undefined ? [] : [`Max-Age=${maxAge}`]
    const secure = isSecure ? ['Secure'] : []
    return [`${name}=${value}`, 'Path=/', ...lifetime, ...more, 'SameSite=Lax', ...secure].join('; ')
  }
  const hidden = (name: string, value: string, maxAge?: number) => readable(name, value, maxAge, ['HttpOnly'])

  return {
    read(source: CookieSource) {
      const cookies = parse(source.get('cookie') ?? '')
      return {
        access: cookies.get(names.access),
        refresh: cookies.get(names.refresh),
        device: cookies.get(names.device),
        secondStep: cookies.get(names.secondStep),
        isSignedIn: cookies.get(SIGNED_IN_COOKIE) === '1',
      }
    },
    /** With `keepSeconds` undefined, they last until the browser closes. */
    session(tokens: { access: string; refresh: string }, keepSeconds: number | undefined): string[] {
      return [
        hidden(names.access, tokens.access, keepSeconds),
        hidden(names.refresh, tokens.refresh, keepSeconds),
        readable(SIGNED_IN_COOKIE, '1', keepSeconds),
      ]
    },
    noSession: (): string[] => [
      hidden(names.access, '', 0),
      hidden(names.refresh, '', 0),
      readable(SIGNED_IN_COOKIE, '', 0),
      readable(ADMIN_MARKER_COOKIE, '', 0),
    ],
    device: (value: string): string => hidden(names.device, value, value ? DEVICE_SECONDS : 0),
    secondStep: (value: string, seconds: number): string =>
      hidden(names.secondStep, value, value ? seconds : 0),
    adminMarker: (): string => readable(ADMIN_MARKER_COOKIE, '1', ADMIN_MARKER_COOKIE_SECONDS),
  }
}

function parse(header: string): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0) cookies.set(pair.slice(0, equals).trim(), pair.slice(equals + 1).trim())
  }
  return cookies
}
