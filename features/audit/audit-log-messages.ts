export const auditLogMessages = {
  what: 'Who came in and what was changed: by whom, when, before and after. Nobody can alter or remove a line.',
  notRead: 'The record could not be read. Try again in a moment.',
  nothingYet: 'What people do here appears as it happens.',
  noMatches:
    'Nothing found. Search by order number, name of a product or category, search word, beginning of an email address, or what happened, like recall, refund or import.',
  daysTurned: {
    title: 'The days are the wrong way round',
    why: (from: string, to: string) => `Nothing can have happened from ${from} until ${to}.`,
    turn: 'Turn them round',
  },
  noneOfThese: 'Nothing happened that fits what is chosen above.',
  narrowed:
    'This fits more orders, products or people than are looked through at once, so not all of them are shown. Type more of it.',
} as const

export const auditLogEntryMessages = {
  unknownAddress: 'An address without an account',
  accountIsGone: 'An account that is no more',
  product: 'A product',
  category: 'A category',
  searchWords: 'Search words',
  customer: 'A customer',
  settings: 'Settings',
  shopItself: 'The shop itself',
  notSignedIn: 'Somebody not signed in',
  askedFor: (path: string) => `Asked for ${path}`,
  sentForm: (path: string) => `Sent a form to ${path}`,
  isNoAdministrator: 'Is no administrator',
  mayNot: (action: string) => `May not ${action}`,
  typedIsNotKept: 'What was typed belongs to nobody and is not kept.',
  asRole: (role: string) => `As ${role}`,
  wrongPassword: 'Wrong password',
  endedWithRole: (sessions: string) => `${sessions} in the back-office, with the role`,
  moreInThisHour: 'More of the same in this hour is not listed.',
} as const
