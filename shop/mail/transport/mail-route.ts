export type MailRoute = { kind: 'smtp'; server: string } | { kind: 'files'; folder: string }

export const mailRouteMessage = (route: MailRoute): string =>
  route.kind === 'smtp'
    ? `Emails are sent through ${route.server}.`
    : `Emails are written to files in ${route.folder} and reach nobody. Set SMTP_URL to send them.`
