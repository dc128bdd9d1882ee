/** Public by design: it is part of every page's script and only triggers an email that the order is due anyway. */
export const PUBLIC_CLIENT_KEY = 'ninth-bend-public-client-key'
