import { ADMIN_MARKER_KEY } from '#features/accounts/sessions/admin-session-marker.ts'
import { SIGNED_IN_COOKIE } from '#shop/session.ts'

/** Sign-out removes the marker, so a marker without a session cookie means that the session expired. */
export function isAdminSessionExpired(): boolean {
  try {
    return (
      localStorage.getItem(ADMIN_MARKER_KEY) !== null &&
      !document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)
    )
  } catch {
    return false
  }
}
