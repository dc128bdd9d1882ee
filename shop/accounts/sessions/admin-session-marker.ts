/** The stored admin session marker: a convenience for redirects, it opens nothing. */
export const ADMIN_MARKER_KEY = 'admin-session'
/** How the server tells the browser to store the marker: readable, short-lived, and gone once it was taken. */
export const ADMIN_MARKER_COOKIE = 'admin-signed-in'
export const ADMIN_MARKER_COOKIE_SECONDS = 120
