import { IN_OWN_DATA } from './in-own-data.ts'

export const customerMessages = {
  title: 'Customers',
  listTitle: 'Customers, the newest first',
  searchPlaceholder: 'Name, email, phone or post code',
  none: 'No customers to show.',
  noneHint: 'Everybody who registers or orders appears here.',
  noMatch: 'No customer fits this search.',
  notFound: 'There is no such customer',
  notFoundHint: 'The customer may have been erased.',
  byPhone: 'By phone, without an account',
  account: 'Account, email address confirmed',
  unverified: 'Account, email address not confirmed',
  notesTitle: 'Notes',
  noteLabel: 'New note',
  noteHint: `For owners and managers. ${IN_OWN_DATA}`,
  noteMissing: 'Please write the note',
  noteTooLong: 'A note has at most 1,000 characters',
  noteAdded: 'The note is added.',
  addNote: 'Add note',
  emailsTitle: 'Emails sent',
  noEmails: 'None that the shop still keeps.',
  emailsKept: 'Emails are listed as long as the shop keeps them.',
  dataTitle: 'Data of this customer',
  export: 'Export as JSON',
  exportHint:
    'Everything that the shop keeps about them, for a customer who asks for it. The allergens that they avoid are in the export that they make themselves.',
  eraseTitle: 'Erase this customer',
  eraseWhat:
    'Deletes the account, profile, notes and emails. Orders stay for the accounts, with days and amounts and without name, phone number, email and address. Nobody can undo it.',
  eraseHasOpenOrders: (count: number): string =>
    `${count === 1 ? 'One order is' : `${count} orders are`} still open. Deliver or cancel ${count === 1 ? 'it' : 'them'} first.`,
  eraseConfirm: 'I have checked that this person asked for it',
  eraseNotConfirmed: 'Confirm that this person asked for it',
  erase: 'Erase customer',
  erased: 'The customer is erased.',
  mailFilesLeft:
    'The customer is erased, but files in the mail folder could not be searched. Ask whoever runs the server to look into the log.',
  notErased: 'The customer could not be erased. Please try again.',
} as const

export const ownDataMessages = {
  title: 'Your data',
  link: 'Download or delete your data',
  download: 'Download my data',
  downloadWhat:
    'One file (JSON) with everything that we keep about you. Another shop’s software can read it.',
  browserWhat: 'Your browser also remembers searches, products seen, drafts and the allergens you avoid.',
  browserSwitch: 'See it or switch it off',
  deleteTitle: 'Delete my account',
  deleteWhat:
    'Deletes your account, your profile, the emails we sent you and what the shop keeps in this browser, at once and for good.',
  deleteKept:
    'Tax law wants our accounts for six years, so what you ordered, when and for how much stays. Your name, phone number, email and address are taken out of it.',
  openOrders: (count: number): string =>
    `${count === 1 ? 'One of your orders is' : `${count} of your orders are`} still open. You can delete your account once ${count === 1 ? 'it is' : 'they are'} delivered or cancelled.`,
  passwordHint: 'So that nobody else can do it for you',
  confirm: 'Delete my account for good',
  notDeleted: 'Your account could not be deleted. Please try again.',
} as const
