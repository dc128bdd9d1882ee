import { messages } from './messages.ts'

/** Texts by the code in the page's address. */
export type Notices = Readonly<Partial<Record<string, string>>>

export const notices: Notices = {
  registered: messages.registrationSuccessful,
  'sign-in': 'Please sign in to see this page',
  'sign-in-to-checkout': messages.signInToCheckout,
  'session-ended': 'Your session has ended. Sign in to go on.',
  'session-ended-unsaved': 'Your session has ended, so nothing was saved. Sign in to go on.',
  'signed-out': messages.signedOut,
  'order-placed': messages.orderPlaced,
  'order-cancelled': messages.orderIsCancelled,
  'order-already-placed': messages.orderAlreadyPlaced,
  'admin-session-ended': messages.adminSessionEnded,
  'account-deleted': messages.accountDeleted,
  'password-changed': messages.passwordChanged,
  'password-chosen': messages.passwordChosen,
}

export const noticeMessage = (code: string | null | undefined, texts: Notices): string | null =>
  code && Object.hasOwn(texts, code) ? (texts[code] ?? null) : null
