import { figure } from '#shop/figures.ts'

/** What the back-office says about mails that did not go out. */
export const mailWords = {
  allOut: 'All emails have been sent.',
  waiting: (count: number): string => (count === 1 ? '1 email has not been sent yet.' : `${figure(count)} emails have not been sent yet.`),
  tries: (count: number): string => (count === 1 ? 'Tried once' : `Tried ${figure(count)} times`),
  givenUp: 'Given up',
  underWay: 'Being sent at this moment',
  linkIsOver: 'Its link is no longer valid. Whoever still needs one can ask for it again.',
  triedNow: 'The email is being sent again now. If it fails once more, it stays in this list.',
  sentAlready: 'The email has been sent in the meantime.',
  takenAlready: 'The email is being sent at this moment.',
  notFound: 'There is no such email that failed.',
  notTried: 'The email could not be sent again. Try once more.',
} as const
