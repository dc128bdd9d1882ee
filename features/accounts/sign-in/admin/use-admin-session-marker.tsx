import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ADMIN_MARKER_COOKIE, ADMIN_MARKER_KEY } from '#features/accounts/sessions/admin-session-marker.ts'
import { SIGNED_IN_COOKIE } from '#shop/session.ts'
import { hasEntries } from '#kit/actions/unsaved-changes.ts'

/** A cookie brings the marker after sign-in, because the form may have been sent without JavaScript. */
export function hasAdminSessionMarker(): boolean {
  try {
    if (document.cookie.split('; ').includes(`${ADMIN_MARKER_COOKIE}=1`)) {
      document.cookie = `${ADMIN_MARKER_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
      localStorage.setItem(ADMIN_MARKER_KEY, new Date().toISOString())
    }
    return localStorage.getItem(ADMIN_MARKER_KEY) !== null
  } catch {
    // Storage is blocked; the server enforces access in any case.
    return true
  }
}

export function useAdminSessionMarker() {
  const { pathname } = useLocation()
  useEffect(() => {
    const redirectWithoutMarker = () => {
      // Entries remain, and can be saved once their user has signed in again.
      if (pathname === '/admin' || hasAdminSessionMarker() || hasEntries()) return
      // Otherwise the sign-in would redirect back here, because the session still exists on the server.
      document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
      location.replace('/admin')
    }
    redirectWithoutMarker()
    window.addEventListener('storage', redirectWithoutMarker)
    return () => window.removeEventListener('storage', redirectWithoutMarker)
  }, [pathname])
}
