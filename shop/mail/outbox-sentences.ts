import { figure } from '#shop/figures.ts'

/** What the back-office says about mails that did not go out. */
export const mailWords = {
  allOut: 'All mails went out.',
  waiting: (count: number): string => (count === 1 ? '1 mail did not go out yet.' : `${figure(count)} mails did not go out yet.`),
  tries: (count: number): string => (count === 1 ? 'Tried once' : `Tried ${figure(count)} times`),
  givenUp: 'Given up',
  underWay: 'Being tried at this moment',
  linkIsOver: 'Its link is no longer valid. Whoever still needs one can ask for it again.',
  triedNow: 'The mail is tried again now. If it fails once more, it stays in this list.',
  sentAlready: 'The mail went out in the meantime.',
  takenAlready: 'The mail is being tried at this moment.',
  notFound: 'There is no such mail that failed.',
  notTried: 'The mail could not be tried again. Try once more.',
} as const
