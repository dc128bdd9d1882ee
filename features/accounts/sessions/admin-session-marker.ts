/** A key of browser storage, for redirects only; it grants no access. */
export const ADMIN_MARKER_KEY = 'admin-session'
/** Readable by scripts; makes the browser store the marker. */
export const ADMIN_MARKER_COOKIE = 'admin-signed-in'
export const ADMIN_MARKER_COOKIE_SECONDS = 120
