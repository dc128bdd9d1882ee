import { messages } from './messages.ts'

/** The codes that one screen hands to another in the address; an unknown code shows nothing. */
export const notices: Readonly<Partial<Record<string, string>>> = {
  registered: messages.registrationSuccessful,
  'sign-in': 'Please sign in to see this page',
  'sign-in-to-checkout': messages.signInToCheckout,
  'order-placed': messages.orderPlaced,
  'order-cancelled': messages.orderIsCancelled,
  'order-already-placed': messages.orderAlreadyPlaced,
  'admin-session-ended': messages.adminSessionEnded,
  'password-changed': messages.passwordChanged,
}

/** The sentence of a notice code as it stands in an address, or null for anything that is no such code. */
export const noticeMessage = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(notices, code) ? (notices[code] ?? null) : null
