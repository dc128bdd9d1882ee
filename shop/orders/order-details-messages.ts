import { MAX_ORDER_NOTE_LENGTH } from '#shop/constants.ts'
import { formatCount } from '#shop/text/format-count.ts'

/** Texts of the details that administrators add to an order after it was placed. */
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
  hint: 'For your team. Customers never see it, and it cannot be changed later.',
  add: 'Add note',
  added: 'The note is added.',
  missing: 'Please write the note first',
  tooLong: `A note has at most ${formatCount(MAX_ORDER_NOTE_LENGTH)} characters`,
  notAdded: 'The note was not added. Please try again.',
  administrator: 'Administrator',
  sign: 'Has notes',
} as const
