import { formatPounds } from './money.ts'
import type { OrderStatus, PaymentMethod } from './spec.ts'
import {
  CART_LINES_MAX, FEEDBACK_RATING, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, POLICY, UPLOAD_MAX_BYTES, UPLOAD_MAX_MEGAPIXELS,
} from './spec.ts'

/** Every sentence that the shop says to people: the texts of the spec word for word, and ours in its manner. */
export const messages = {
  // §2, storefront
  productNotFound: 'Product Not Found',
  cartEmpty: 'Your cart is empty',
  noOrdersYet: 'No orders yet',
  registrationSuccessful: 'Registration successful! Please check your email to verify your account.',
  orderPlaced: 'Order placed successfully!',
  comingSoon: 'Coming soon',
  // §2, §8, back-office
  orderNotFound: 'Order not found',

  // §4
  cancelledByAdmin: 'Cancelled by admin',
  cancelledByCustomer: 'Cancelled by customer',
  orderCancelled: 'Order Cancelled',

  // §5
  passwordTooShort: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`,
  passwordsDiffer: 'Passwords do not match',
  wrongEmailOrPassword: 'Invalid email or password',
  outOfStock: 'Out of Stock',
  noMoreStock: 'No more stock available',
  signInToCheckout: 'Please sign in to checkout',
  categoryNotFound: 'Category not found',
  fillAllFields: 'Please fill in all fields',
  cancellationReasonMissing: 'Please provide a cancellation reason',

  // §8
  noUserReturned: 'No user returned after signup',
  anErrorOccurred: 'An error occurred',
  profileNotSaved: 'Error updating profile. Please try again.',
  profileSaved: 'Profile updated successfully!',
  orderNotPlaced: 'Error placing order. Please try again.',
  accessDenied: 'Access denied. Admin privileges required.',
  ordersNotFetched: 'Error fetching orders. Please try again.',
  statusNotUpdated: 'Error updating order status. Please try again.',
  orderNotCancelled: 'Error cancelling order. Please try again.',

  // Decisions
  productNameTaken: 'A product with this name already exists',
  categoryNameTaken: 'A category with this name already exists',
  stockBelowZero: 'Stock cannot go below zero',
  enquirySent: 'Thank you. Your message has reached us.',
  feedbackSent: 'Thank you for your feedback.',

  // What a form says above and beside its fields
  thereIsAProblem: 'There is a problem',
  enterFullName: 'Enter your full name',
  enterEmail: 'Enter your email address',
  emailNotValid: 'Enter an email address in the correct format, like name@example.com',
  enterPhone: 'Enter your phone number',
  enterAddress: 'Enter your address',
  enterPostCode: 'Enter your post code',
  enterCity: 'Enter your town or city',
  enterCountry: 'Enter your country',
  enterPassword: 'Enter your password',
  enterName: 'Enter your name',
  enterFeedback: 'Enter your feedback',
  chooseRating: `Choose a rating from ${FEEDBACK_RATING.min} to ${FEEDBACK_RATING.max} stars`,
  enterBusinessName: 'Enter the name of your business',
  enterContactName: 'Enter the name of the person we should ask for',
  chooseBusinessType: 'Choose the type of your business',
  enterMessage: 'Enter your message',
  choosePaymentMethod: 'Choose Cash / Card on Delivery',
  postCodeOutsideUk: 'Jersey, Guernsey and the Isle of Man are outside the United Kingdom. Phone us before you order.',
  postCodeUnusual: 'This does not look like a UK post code. Check it before you go on.',
  enterProductName: 'Enter the name of the product',
  enterCategoryName: 'Enter the name of the category',
  nameWithoutLetters: 'Enter a name with at least one letter from A to Z or one digit',
  chooseCategory: 'Choose a category',
  enterPrice: 'Enter a price in pounds, like 4.50',
  enterStock: 'Enter the stock as a whole number, 0 or more',
  chooseImage: 'Choose an image',
  netWeightUnreadable: 'Enter the net weight with its unit, like 100g, 1kg or 500ml',

  // Cart and checkout
  cartChanged: 'Some things in your cart have changed',
  cartNotKept: 'This browser keeps no data for our shop, so your cart lasts until you close this page.',
  cartNeedsScripts: 'Your cart lives in your browser, so it needs JavaScript.',
  checkoutNeedsScripts: 'Your cart lives in your browser, so checkout needs JavaScript. Switch it on and open this page again.',
  cartEmptyHint: 'Spices, snacks and pickles are a few shelves away.',
  cartFull: `Your cart holds ${CART_LINES_MAX} different products already.`,
  cartNotChecked: 'Prices and stock could not be checked just now. They are checked again before anything is ordered.',
  totalIsAll: 'This is all you pay. No delivery charge is added.',
  deliveryTime: `With you in ${POLICY.standardDeliveryWorkingDays} working days. We deliver within the United Kingdom only.`,
  cancelAndReturn:
    `You can cancel free of charge until it ships, and return it within ${POLICY.returnWithinDays} days of delivery. ` +
    'This does not affect your statutory rights.',
  cartIsUpToDate: 'Nothing was ordered. Your cart is up to date now: look it over, then place the order again.',
  payTheDriver: 'Pay by cash or card when your parcel arrives',
  orderUnderWay: 'Your order is placed. Taking you to it...',
  paymentMethodNotAccepted: 'Only Cash / Card on Delivery can be chosen for now',
  orderAlreadyPlaced: 'This order was placed already: here it is.',

  // Orders
  noOrdersYetHint: 'What you order appears here, with its way to your door.',
  cancelOrderEffect:
    'We stop packing it and its items go back on the shelf. You have paid nothing, so nothing is owed. ' +
    'A cancelled order cannot be brought back.',
  returnInstead: `Once it has arrived you can also return it within ${POLICY.returnWithinDays} days of delivery.`,
  orderIsCancelled: 'Your order is cancelled.',
  orderDeliveredSinceThen: 'This order has been delivered in the meantime, so it can no longer be cancelled.',
  orderEditedMeanwhile: 'Somebody else has changed this order. Check it as it stands now, then save again.',
  orderNotEditable: 'A delivered or cancelled order cannot be edited',
  orderNeedsAnItem: 'An order keeps at least one item. Cancel the order instead.',
  ordersNotLoaded: 'We could not load your orders. Try again in a moment.',

  // Accounts
  signedOutElsewhere: 'You have been signed out. Sign in again to go on.',
  sessionEnded: 'Your session has ended. Sign in again to go on.',
  adminSessionEnded: 'Your session in the back-office has ended. Sign in again to go on.',
  emailVerified: 'Your email address is verified. You can sign in now.',
  verificationLinkNotValid: 'This link is too old or not complete. Ask for a new one.',
  verificationSent: 'If this address has an account that is not verified yet, a new link is on its way.',

  // Whatever can go wrong on any page
  pageNotFound: 'Page not found',
  somethingWentWrong: 'Sorry, something went wrong on our side. Try again in a moment.',
  listNotLoaded: 'We could not load this list. Try again in a moment.',
  networkLost: 'We could not reach the shop. Check your connection, then try again: your entries are still here.',
  badRequest: 'We could not understand this request. Go back and try again.',
  requestTooLarge: 'That was more than we can take at once. Send less, or a smaller file.',
} as const

/** The codes that one screen hands to another in the address; an unknown code shows nothing. */
export const notices: Readonly<Partial<Record<string, string>>> = {
  registered: messages.registrationSuccessful,
  'sign-in': 'Please sign in to see this page',
  'sign-in-to-checkout': messages.signInToCheckout,
  'order-placed': messages.orderPlaced,
  'order-cancelled': messages.orderIsCancelled,
  'order-already-placed': messages.orderAlreadyPlaced,
  'signed-out-elsewhere': messages.signedOutElsewhere,
  'session-ended': messages.sessionEnded,
  'admin-session-ended': messages.adminSessionEnded,
  'email-verified': messages.emailVerified,
  'verification-sent': messages.verificationSent,
  'profile-saved': messages.profileSaved,
}

/** The sentence of a notice code as it stands in an address, or null for anything that is no such code. */
export const noticeOf = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(notices, code) ? (notices[code] ?? null) : null

/** D10: how long somebody who tried too often has to wait, in minutes that are full. */
export function tooManyTries(retryAfterSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60))
  return `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}

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
  noneWaiting: 'No order is waiting to be processed.',
} as const
