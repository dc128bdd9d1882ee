import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { IN_OWN_DATA } from '#features/customers/in-own-data.ts'
import { formatCount } from '#shop/text/format-count.ts'

/** Texts of the details that administrators add after an order was placed. */
export const trackingMessages = {
  title: 'Tracking',
  carrier: 'Carrier',
  number: 'Tracking number',
  noCarrier: 'None yet',
  follow: 'Follow the parcel',
  optional: 'Optional: you can add it later, too.',
  emptyRemoves: 'Leave both empty to remove them.',
  carrierMissing: 'Please choose the carrier',
  numberMissing: 'Please enter the tracking number',
  numberInvalid: 'A tracking number has 5 to 40 letters, digits, spaces or hyphens',
  save: 'Save tracking',
  saved: 'The tracking number is saved.',
  removed: 'The tracking number is removed.',
  notSaved: 'The tracking number was not saved. Please try again.',
  notShipped: 'A tracking number can be changed while the order is shipped.',
  changedMeanwhile:
    'Somebody else changed this order in the meantime. Check what it says now, then save again.',
  inHistory: 'Tracking number',
  customerHistory: 'Tracking details updated',
} as const

export const orderNoteMessages = {
  title: 'Internal notes',
  label: 'Add a note',
  hint: `For your team. ${IN_OWN_DATA} It cannot be changed later.`,
  add: 'Add note',
  added: 'The note is added.',
  missing: 'Please write the note first',
  tooLong: `A note has at most ${formatCount(MAX_ORDER_NOTE_LENGTH)} characters`,
  notAdded: 'The note was not added. Please try again.',
  administrator: 'Administrator',
  sign: 'Has notes',
  forPackers: 'For the packers too',
  forPackersHint:
    'Packers read it, also below the packing slip. Do not tick it if the note speaks of money or of anything they need not know.',
  toPackers: `Packers and managers read it. ${IN_OWN_DATA} It cannot be changed later.`,
  readByPackers: 'For the packers too',
} as const

export const orderDetailEditMessages = {
  addressTitle: 'Delivery address',
  addressHint: 'Can be changed until the order is shipped.',
  /** In the audit log, which contains no values. */
  addressFieldsChanged: (fields: readonly string[]) => `Address changed: ${fields.join(', ')}`,
  tellsCustomer:
    'A customer with an email address gets one email about what changed, some minutes after the last change, unless Settings switch it off.',
  alreadyShipped: 'The order has been shipped, so its address and products stay as they are.',
  addTitle: 'Add a product',
  searchLabel: 'Product name',
  searchHint: 'At today’s price. The stock is taken when you save.',
  find: 'Find',
  add: 'Add',
  inOrder: 'In the order',
  soldOut: 'Sold out',
  inStock: (stock: number) => `${formatCount(stock)} in stock`,
  foundTitle: 'Products found',
  noneFound: (search: string) => `No product on sale matches ‘${search}’.`,
  notInOrder: 'not in the order',
  alreadyInOrder: 'One of the added products is in this order already. Change its quantity instead.',
  withdrawn: (name: string) => `${name} is no longer on sale. Remove it to save the order.`,
  priceChanged: (name: string, price: string) =>
    `${name} costs ${price} now. Check the total, then save again.`,
} as const

export const addressFieldLabels = {
  full_name: 'Full name',
  phone: 'Phone number',
  address: 'Address',
  post_code: 'Post code',
  city: 'City',
} as const
