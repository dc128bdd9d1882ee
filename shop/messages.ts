import { formatPounds } from './money.ts'
import type { OrderStatus, PaymentMethod } from './spec.ts'
import { LINE_QUANTITY_MAX, UPLOAD_MAX_BYTES, UPLOAD_MAX_MEGAPIXELS } from './spec.ts'
import * as messages from './sentences.ts'

/** The sentences by name; each is an export of its own, so that a page carries only those it says. */
export { messages }

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
export const noticeOf = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(notices, code) ? (notices[code] ?? null) : null

/** D10: how long somebody who tried too often has to wait, in minutes that are full. */
export function tooManyTries(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}

/** §5: what to enter where a quantity is asked for, and what becomes of a line of the cart meanwhile. */
export const enterQuantity = (most: number) => (most > 1 ? `Enter a whole number from 1 to ${most}` : 'Enter 1')
export const enterLineQuantity = (most: number, kept: number) =>
  `Enter a whole number up to ${most}, or 0 to remove it. Your cart still has ${kept}.`
/** Why no more can be taken: all of the stock, or as much of one product as an order holds. */
export const mostOfOne = (stock: number | undefined) =>
  stock === undefined || stock > LINE_QUANTITY_MAX ? `${LINE_QUANTITY_MAX} is the most of one product in an order` : messages.noMoreStock

// What is read out when the cart changes.
export const addedToCart = (name: string, quantity: number) => `${quantity} × ${name} added to your cart`
export const quantityChanged = (name: string, quantity: number) => `${name}: ${quantity} in your cart`
export const removedFromCart = (name: string) => `${name} removed from your cart`
export const backInCart = (name: string) => `${name} is back in your cart`

// What is said when the cart is brought up to date (D15, D16). Prices in pounds.
export const priceChanged = (name: string, from: number, to: number) =>
  `The price of ${name} has changed from ${formatPounds(from)} to ${formatPounds(to)}.`
export const onlyLeft = (name: string, stock: number) =>
  `Only ${stock} of ${name} left, so your cart now has ${stock}.`
export const soldOut = (name: string) => `${name} is sold out, so it is no longer in your cart.`
export const noLongerSold = (name: string) => `${name} is no longer sold, so it is no longer in your cart.`

/** §4: a shipped order is cancelled by phone alone. */
export const phoneToCancel = (phone: string) =>
  `This order has already been shipped. To cancel it, please phone us on ${phone}.`

/** What the owner reads when items of an order were raised above the stock. */
export const notEnoughStock = (name: string, stock: number) => `Only ${stock} of ${name} in stock`

/** §5: how a text that is longer than its field says so. */
export const tooLong = (field: string, max: number) => `${field} must be ${max} characters or fewer`

/** Why an uploaded picture was not taken, and what to do. */
export const pictureProblems = {
  'picture-missing': messages.chooseImage,
  'picture-too-heavy': `Choose an image of at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB`,
  'picture-too-many-pixels': `Choose an image of at most ${UPLOAD_MAX_MEGAPIXELS} megapixels`,
  'picture-kind-unknown': 'Choose a JPEG, PNG, WebP or AVIF image',
  'picture-damaged': 'This image is damaged or not complete. Choose another one',
} as const

/** What the bucket and send-order-email (§7) tell the programs that ask. */
export const serviceAnswers = {
  noSuchPicture: 'There is no such picture.',
  picturesAreOnlyRead: 'Pictures can only be read here.',
  orderMailAccepted: 'If there is such an order, its confirmation is on its way or has been sent.',
  orderMailKeyMissing: 'Send the public client key in the header apikey, or as Authorization: Bearer.',
  orderMailNotJson: 'Send JSON, like {"orderId": "…"}.',
  orderMailIdMissing: 'Send the id of an order as orderId.',
  orderMailTooLarge: 'Send the id of one order and nothing else.',
  orderMailOnlyPost: 'Send this by POST.',
  orderMailUnavailable: 'The confirmation could not be queued. Try again later.',
} as const

/** §5: what the payment methods are called; only the first can be chosen (D18). */
export const paymentMethodNames = {
  cod: 'Cash / Card on Delivery',
  card: 'Credit / Debit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>

/** Accounts, beyond what §5 and §8 say (D7-D10, B23). */
export const accountMessages = {
  passwordTooCommon: 'Choose a password that is harder to guess: this one is among the first that people try',
  confirmEmail: (email: string) => `Confirm that ${email} is your email address.`,
  askForLink: 'Enter your email address, and we will send you a new link.',
  foreignPage: 'This was sent by a page of another site, so nothing was done. Open the shop and try again there.',
} as const

/** The words for a status wherever one is shown (§4). */
export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

/** What the back-office says about orders beside the sentences of §8. */
export const orderOffice = {
  overdue: 'Overdue',
  moved: (status: OrderStatus) => `is now ${orderStatusNames[status].toLowerCase()}.`,
  cancelled: 'is now cancelled.',
  alreadyCancelled: 'had been cancelled by somebody else already.',
  changedMeanwhile: (status: OrderStatus) => `It was changed to ${orderStatusNames[status].toLowerCase()} in the meantime.`,
  cannotBeCancelled: 'It has been delivered or cancelled in the meantime.',
  cancelGivesStockBack: 'Its goods go back into stock. A cancelled order cannot be brought back.',
  cancelKeepsDeliveredGoods:
    'The goods are with the customer, so they are not put back into stock by themselves. A cancelled order cannot be brought back.',
  reasonHint: 'Kept in the history of the order',
  noOrdersYet: 'Orders appear here as soon as somebody checks out.',
  noMatches: 'No order has this id, name, e-mail, phone number or post code.',
  noneOfStatus: 'No order has this status.',
  noSuchOrder: 'Its address may have been mistyped. Orders are never deleted.',
  waiting: waitingOrders,
} as const

function waitingOrders(count: number): string {
  if (count === 0) return 'No order is waiting to be processed.'
  return count === 1 ? '1 order is waiting to be processed.' : `${count.toLocaleString('en-GB')} orders are waiting to be processed.`
}
