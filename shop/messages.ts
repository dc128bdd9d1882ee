import {
  ACCEPTED_PAYMENT_METHODS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, UPLOAD_MAX_BYTES, UPLOAD_MAX_MEGAPIXELS,
  type OrderStatus, type PaymentMethod,
} from './spec.ts'
import { formatPounds } from './money.ts'

/** Every sentence that people read: those of the spec to the letter, and the shop's own beside them. */
export const messages = {
  // §5 Registration
  passwordTooShort: `Password must be at least ${PASSWORD_MIN_LENGTH} characters long`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX_LENGTH} characters long`,
  passwordTooCommon: 'Choose a password that is harder to guess: this one is among the first that people try',
  passwordsDoNotMatch: 'Passwords do not match',
  fullNameMissing: 'Enter your full name',
  emailMissing: 'Enter your email address',
  emailNotValid: 'Enter an email address in the form name@example.com',
  phoneMissing: 'Enter a phone number',
  addressMissing: 'Enter your address',
  postCodeMissing: 'Enter a post code',
  cityMissing: 'Enter a town or city',
  countryMissing: 'Enter a country',
  tooLong: (characters: number) => `Use ${characters} characters or fewer`,
  noUserAfterSignup: 'No user returned after signup',
  anErrorOccurred: 'An error occurred',

  // §5 Login, §8
  loginFailed: 'Invalid email or password',
  tooManyTries: 'Too many tries from here. Wait a minute, then try again',
  emailNotVerified: 'Please verify your email first. We have just sent you a new link',
  adminAccessDenied: 'Access denied. Admin privileges required.',
  adminEmailMissing: 'Enter your email',
  adminPasswordMissing: 'Enter your password',
  sessionEnded: 'Your session has ended. Please sign in again; what you typed is kept.',
  verificationLinkNotValid: 'This link has been used or is too old. Sign in and we will send you a new one.',
  emailVerified: 'Your email address is verified. Thank you!',

  // §8 Profile
  profileSaved: 'Profile updated successfully!',
  profileNotSaved: 'Error updating profile. Please try again.',

  // §5 Add to cart
  outOfStock: 'Out of Stock',
  noMoreStock: 'No more stock available',
  quantityNotWhole: 'Enter a whole number, 1 or more',
  onlySoManyLeft: (stock: number) => `Only ${stock} left`,
  addedToCart: (name: string, quantity: number) => `${quantity} × ${name} added to your cart`,
  removedFromCart: (name: string) => `${name} removed from your cart`,
  cartNeedsScripts: 'Your cart lives in your browser and needs its scripts, which have not loaded yet',

  // D15, D16: what changed in a cart since the shopper saw it
  cartLineWithdrawn: (name: string) => `${name} is no longer sold and was taken out of your cart`,
  cartLineSoldOut: (name: string) => `${name} has sold out and was taken out of your cart`,
  cartLineReduced: (name: string, stock: number) => `Only ${stock} of ${name} left: your cart now holds ${stock}`,
  cartLinePriceChanged: (name: string, from: number, to: number) =>
    `The price of ${name} changed from ${formatPounds(from)} to ${formatPounds(to)}`,

  // §2, §5 Checkout
  signInToCheckout: 'Please sign in to checkout',
  cartEmpty: 'Your cart is empty',
  orderPlaced: 'Order placed successfully!',
  orderNotPlaced: 'Error placing order. Please try again.',
  cartChangedAtCheckout: 'Nothing was ordered. Your cart is up to date now: look it over, then place the order again.',
  paymentMethodNotAccepted: 'Choose Cash / Card on Delivery',
  comingSoon: 'Coming soon',
  postCodeHint: 'This does not look like a UK post code. Check it; you can go on if it is right.',

  // §4, §8 Orders
  noOrdersYet: 'No orders yet',
  cancelledByCustomer: 'Cancelled by customer',
  cancelledByAdmin: 'Cancelled by admin',
  cancelReasonMissing: 'Please provide a cancellation reason',
  orderCancelled: 'Order Cancelled',
  orderNotFound: 'Order not found',
  orderCannotBeCancelled: 'This order can no longer be cancelled',
  phoneToCancel: (phone: string) => `This order is already on its way. To cancel it, please phone us on ${phone}.`,
  ordersNotFetched: 'Error fetching orders. Please try again.',
  orderStatusNotUpdated: 'Error updating order status. Please try again.',
  orderNotCancelled: 'Error cancelling order. Please try again.',
  orderChangedMeanwhile: (status: OrderStatus) => `Somebody else changed this order meanwhile: it is now ${status}.`,
  overdue: 'Overdue',

  // §5 Stock, products and categories
  fillAllFields: 'Please fill in all fields',
  stockBelowZero: 'Stock cannot go below zero',
  productNameTaken: 'A product with this name already exists',
  categoryNameTaken: 'A category with this name already exists',
  categoryNotFound: 'Category not found',
  productNameMissing: 'Enter the product’s name',
  categoryMissing: 'Choose a category',
  priceNotValid: 'Enter a price in pounds, 0 or more, such as 4.50',
  stockNotValid: 'Enter the stock as a whole number, 0 or more',
  categoryNameMissing: 'Enter the category’s name',
  imageMissing: 'Choose a picture',
  pictureTooLarge: `Choose a picture of at most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB`,
  pictureTooManyPixels: `Choose a picture of at most ${UPLOAD_MAX_MEGAPIXELS} megapixels`,
  pictureKindNotAccepted: 'Choose a JPEG, PNG, WebP or AVIF picture',
  pictureUnreadable: 'This picture is damaged or not complete. Choose another one',
  productNotFound: 'Product Not Found',

  // §5 Feedback and enquiry (D29)
  nameMissing: 'Enter your name',
  feedbackMissing: 'Enter your feedback',
  ratingNotValid: 'Choose a rating from 1 to 5 stars',
  businessNameMissing: 'Enter the name of your business',
  contactNameMissing: 'Enter a contact name',
  businessTypeMissing: 'Choose a type of business',
  messageMissing: 'Enter your message',
  feedbackThanks: 'Thank you for your feedback!',
  enquiryThanks: 'Thank you for your enquiry!',

  // The shop in trouble
  somethingWentWrong: 'Something went wrong on our side. Nothing you entered was charged or ordered. Please try again.',
  networkLost: 'The shop could not be reached. Check your connection and try again; what you entered is still here.',
  badRequest: 'The shop did not understand this request.',
  requestTooLarge: 'That is more than this form takes. Shorten it and try again.',
  pageNotFound: 'Page not found',
  couldNotLoad: 'This could not be loaded. Please try again.',
  thereIsAProblem: 'There is a problem',
} as const

/** What one screen passes to another in the address: `/login?notice=registered`. An unknown code shows nothing. */
export const notices: Readonly<Record<string, string>> = {
  registered: 'Registration successful! Please check your email to verify your account.',
  'sign-in-to-checkout': messages.signInToCheckout,
  'sign-in': 'Please sign in to see this page',
  'session-ended': messages.sessionEnded,
  'order-placed': messages.orderPlaced,
  'order-cancelled': 'Your order was cancelled.',
  'email-verified': messages.emailVerified,
}
export const noticeOf = (code: string | null | undefined): string | null =>
  code && Object.hasOwn(notices, code) ? notices[code]! : null

export const paymentMethodNames = {
  cod: 'Cash / Card on Delivery',
  card: 'Credit / Debit Card',
  paypal: 'PayPal',
} as const satisfies Record<PaymentMethod, string>
export const acceptedPaymentNames = () => ACCEPTED_PAYMENT_METHODS.map((method) => paymentMethodNames[method])

export const orderStatusNames = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

/** §8 where the spec says 'the error's message, otherwise …'. */
export const messageOr = (message: string | null | undefined, otherwise: string) => message?.trim() || otherwise
