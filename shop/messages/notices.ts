import { messages } from './messages.ts'

export const notices: Readonly<Partial<Record<string, string>>> = {
  registered: messages.registrationSuccessful,
  'sign-in': 'Please sign in to see this page',
  'sign-in-to-checkout': messages.signInToCheckout,
  'session-ended': 'Your session has ended. Sign in to go on.',
  'session-ended-unsaved': 'Your session has ended, so nothing was saved. Sign in to go on.',
  'signed-out': 'You are signed out.',
  'order-placed': messages.orderPlaced,
  'order-cancelled': messages.orderIsCancelled,
  'order-already-placed': messages.orderAlreadyPlaced,
  'admin-session-ended': messages.adminSessionEnded,
  'account-deleted': messages.accountDeleted,
  'password-changed': messages.passwordChanged,
  'password-chosen': messages.passwordChosen,
  'delivery-saved': 'The draft is saved. Nothing is in stock yet.',
  'delivery-received': 'The delivery is in stock.',
  'products-imported': 'The products are imported.',
  'categories-imported': 'The categories are imported. Shoppers see those with a product on sale.',
  'products-undone': 'The import is undone.',
  'prices-changed': 'The prices are changed. Shoppers see them from now on.',
  'prices-undone': 'The old prices are back.',
  'offer-made': 'The offer is made. It begins and ends by itself.',
  'offer-ended': 'The offer is over. The former price is back.',
  'offer-withdrawn': 'The offer is withdrawn. No price has changed.',
  'stock-take-saved': 'The counts are saved. No stock has changed yet.',
  'stock-take-applied': 'The counts are in the stock.',
  'recall-started': 'The batches are off sale. Now tell the customers below.',
}

export const noticeMessage = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(notices, code) ? (notices[code] ?? null) : null
