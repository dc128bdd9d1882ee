/** Marker in browser storage; used for redirects only and grants no access. */
export const ADMIN_MARKER_KEY = 'admin-session'
/** Short-lived cookie, readable by scripts, that makes the browser store the marker. */
export const ADMIN_MARKER_COOKIE = 'admin-signed-in'
export const ADMIN_MARKER_COOKIE_SECONDS = 120
