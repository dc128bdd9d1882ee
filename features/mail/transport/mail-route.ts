/** `server` is the name by which the owner knows the mail server or provider. */
export type MailRoute = { kind: 'server'; server: string } | { kind: 'files'; folder: string }

/** Names reserved for examples and tests (RFC 2606 and 6761), which have no mailboxes. */
const RESERVED_DOMAIN = /(?:^|\.)(?:example|invalid|localhost|test|example\.(?:com|net|org))$/i

/** False for files, which recipients never see, and for mailboxes at reserved example domains. */
export const reachesSomebody = (route: MailRoute, address: string): boolean =>
  route.kind === 'server' && !RESERVED_DOMAIN.test(address.slice(address.lastIndexOf('@') + 1))

export const mailRouteMessage = (route: MailRoute): string =>
  route.kind === 'server'
    ? `Emails are sent through ${route.server}.`
    : `Emails are written to files in ${route.folder} and reach nobody. Set SMTP_URL to send them.`
