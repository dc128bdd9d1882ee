/** `server` is what the owner knows the mail server or provider by. */
export type MailRoute = { kind: 'server'; server: string } | { kind: 'files'; folder: string }

export const mailRouteMessage = (route: MailRoute): string =>
  route.kind === 'server'
    ? `Emails are sent through ${route.server}.`
    : `Emails are written to files in ${route.folder} and reach nobody. Set SMTP_URL to send them.`
