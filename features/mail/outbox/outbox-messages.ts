import { formatCount } from '#shop/text/format-count.ts'
import type { MailRoute } from '#features/mail/transport/mail-route.ts'

export const outboxMessages = {
  noneFailed: 'No email has failed.',
  held: (count: number): string =>
    count === 1
      ? '1 email about an order waits until its customer has confirmed the address.'
      : `${formatCount(count)} emails about orders wait until their customers have confirmed the address.`,
  testAccepted: (route: MailRoute, to: string): string =>
    route.kind === 'server'
      ? `${route.server} accepted the test email to ${to}. Look for it there, and among the spam too.`
      : `The test email to ${to} was written to a file in ${route.folder}. It reaches nobody until SMTP_URL is set.`,
  testFailed: 'The test email was not sent.',
  waiting: (count: number): string =>
    count === 1 ? '1 email has not been sent yet.' : `${formatCount(count)} emails have not been sent yet.`,
  tries: (count: number): string => (count === 1 ? 'Tried once' : `Tried ${formatCount(count)} times`),
  givenUp: 'Given up',
  underWay: 'Being sent at this moment',
  linkIsOver: 'Its link is no longer valid. Whoever still needs one can ask for it again.',
  triedNow: 'The email is being sent again now. If it fails once more, it stays in this list.',
  sentAlready: 'The email has been sent in the meantime.',
  takenAlready: 'The email is being sent at this moment.',
  notFound: 'There is no such email that failed.',
  notTried: 'The email could not be sent again. Try once more.',
} as const
