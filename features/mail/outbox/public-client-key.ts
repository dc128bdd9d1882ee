/** Public by design: it is in every page's script and only triggers an email that is due anyway. */
export const PUBLIC_CLIENT_KEY = 'ninth-bend-public-client-key'
