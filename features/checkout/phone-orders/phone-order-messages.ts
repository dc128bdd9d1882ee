import { CANCELLATION_DAYS, MAX_LINE_QUANTITY } from '#shop/constants.ts'
import { IN_OWN_DATA } from '#features/customers/in-own-data.ts'
import { formatCount } from '#shop/text/format-count.ts'

export const phoneOrderMessages = {
  title: 'New phone order',
  back: 'Back to Orders',
  customerTitle: 'Customer',
  findCustomer: 'Find a customer',
  findCustomerHint: 'By name, email, phone or post code. For a new customer, fill in the form below.',
  find: 'Find',
  choose: 'Choose',
  customersFound: 'Customers found',
  noCustomer: (search: string) =>
    `No customer matches ‘${search}’. Fill in the form below for a new customer.`,
  newCustomer: 'New customer',
  knownCustomer: (name: string) => `Known customer: ${name}`,
  otherCustomer: 'Somebody else',
  lastOrder: (day: string) => `last order ${day}`,
  noOrders: 'no orders yet',
  noAccount: 'no account',
  notVerified: 'email not confirmed',
  checkNotVerified:
    'This account has not confirmed its email address. Ask for an earlier order before you choose it: the order appears in the account.',
  email: 'Email (optional)',
  emailHint: 'The confirmation goes there.',
  emailOfAccount: (email: string) => `The confirmation goes to ${email}.`,
  noEmail: 'Without an email address, post the confirmation: the law asks for it in writing.',
  productsTitle: 'Products',
  findProduct: 'Add a product',
  findProductHint: 'Type a part of the name, then Enter. Enter in a quantity leads back here.',
  productsFound: 'Products found',
  allergens:
    'Ask about allergies. A list that customers keep in their account is for them alone, and not shown here.',
  allergensUnknown: 'Allergens not known: read the label.',
  noProducts: 'No products yet.',
  noteTitle: 'Internal note (optional)',
  noteHint: `For your team. ${IN_OWN_DATA}`,
  reminder: `Read out the total with delivery, say that it is paid at the door, and that the order can be cancelled until ${CANCELLATION_DAYS} days after delivery.`,
  emailConfirms: 'The email confirms it.',
  total: 'Total',
  updateTotal: 'Update total',
  place: 'Place order',
  placing: 'Placing...',
  placeKeys: 'Ctrl+Enter places it from anywhere.',
  placedBy: (name: string | null) => (name ? `Placed by phone, by ${name}` : 'Placed by phone'),
  noLines: 'Add a product first',
  cannotBePlaced: 'The order was not placed.',
  notPlaced: 'The order was not placed. Please try again.',
  keyReused: 'This form has placed an order already. Open a new one for another order.',
  customerGone: 'This customer has an account of their own now. Find them again.',
  emailKnown: 'A customer with this email is known: choose them above, or leave the email empty.',
  emailOfStaff: 'This email belongs to somebody of your team. Use another one, or leave the email empty.',
  emailInvalid: 'An email address looks like name@example.com',
  quantityInvalid: (name: string) =>
    `The quantity of ${name} must be a whole number from 1 to ${MAX_LINE_QUANTITY}`,
  totalTooLarge: 'The order is larger than an order may be. Lower a quantity.',
  priceChanged: (name: string, price: string) =>
    `${name} costs ${price} now. Tell the customer, then place the order again.`,
  notEnoughStock: (name: string, stock: number) =>
    stock === 0 ? `${name} is sold out. Remove it.` : `Only ${formatCount(stock)} of ${name} in stock`,
  withdrawn: (name: string) => `${name} is no longer on sale. Remove it.`,
} as const
