/** Where mails go from here: to a server that sends them, or to files that reach nobody. */
export type MailRoute = { kind: 'smtp'; server: string } | { kind: 'files'; folder: string }

/** For the terminal and the dashboard alike. */
export const mailRouteMessage = (route: MailRoute): string =>
  route.kind === 'smtp'
    ? `Emails are sent through ${route.server}.`
    : `Emails are written to files in ${route.folder} and reach nobody. Set SMTP_URL to send them.`
