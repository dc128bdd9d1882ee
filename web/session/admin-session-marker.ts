import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { ADMIN_MARKER_COOKIE, ADMIN_MARKER_KEY } from '#shop/accounts/sessions/admin-session-marker.ts'
import { SIGNED_IN_COOKIE } from '#shop/accounts/sessions/session.ts'

/**
 * Whether this browser holds the admin session marker. After a sign-in the server hands it over in a short-lived
 * cookie, so that it is stored however the form was sent.
 */
export function hasAdminSessionMarker(): boolean {
  try {
    if (document.cookie.split('; ').includes(`${ADMIN_MARKER_COOKIE}=1`)) {
      document.cookie = `${ADMIN_MARKER_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
      localStorage.setItem(ADMIN_MARKER_KEY, new Date().toISOString())
    }
    return localStorage.getItem(ADMIN_MARKER_KEY) !== null
  } catch {
    // A browser that forbids storage: the server's own guard decides, as it always does.
    return true
  }
}

/** Whether somebody signed in here and never logged out, although no session is left: then it has ended by itself. */
export function isAdminSessionExpired(): boolean {
  try {
    return localStorage.getItem(ADMIN_MARKER_KEY) !== null && !document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)
  } catch {
    return false
  }
}

/** For the layout of the back-office: without the marker its pages lead to /admin, also when another tab removed it. */
export function useAdminSessionMarker() {
  const { pathname } = useLocation()
  useEffect(() => {
    const redirectWithoutMarker = () => {
      if (pathname !== '/admin' && !hasAdminSessionMarker()) location.replace('/admin')
    }
    redirectWithoutMarker()
    window.addEventListener('storage', redirectWithoutMarker)
    return () => window.removeEventListener('storage', redirectWithoutMarker)
  }, [pathname])
}
