/**
 * What a browser shows when it asks for the mail of an order. Public by design: it stands in every page's script and opens
 * nothing but a mail that the order is owed anyway.
 */
export const PUBLIC_CLIENT_KEY = 'ninth-bend-public-client-key'
