import { formatHour } from '#shop/delivery/delivery-messages.ts'
import type { Demonstration } from '#features/catalogue/demo/demo-products.ts'
import { formatCount } from '#shop/text/format-count.ts'
import type { RetentionDays } from '#shop/retention.ts'
import type { OrderLimit } from '#shop/order-limits.ts'

const productCount = (count: number) => (count === 1 ? '1 product' : `${formatCount(count)} products`)
const categoryCount = (count: number) => (count === 1 ? '1 category' : `${formatCount(count)} categories`)
type DemonstrationCounts = { deleted: number; switched_off: number; categories_deleted: number }

export const settingMessages = {
  what: 'Shoppers see a change at once, on every page, in emails and on receipts.',
  retention: (days: RetentionDays): string =>
    `Orders, their history, refunds and stock are kept for good. Emails that were sent are deleted after ${formatCount(days['sent-emails'])} days, ` +
    `sign-ins and refusals after ${formatCount(days['access-events'])}, changes in the Record after ${formatCount(days['audit-events'])}.`,
  saved: 'Saved. Shoppers see it now.',
  emailsSaved: 'Saved. The next emails to you follow it.',
  nowTicked: (isTicked: boolean): string => `Now saved: ${isTicked ? 'ticked' : 'not ticked'}`,
  notRead: 'The settings could not be read. Please reload the page.',
  changedMeanwhile:
    'Somebody else changed these settings while you did. Nothing of yours is saved yet: compare, then save again.',
  newer: 'Somebody else has just saved something on this page. What you see here is older.',
  showNewer: 'Show what is saved now',
  identityTitle: 'Your shop',
  identityLead:
    'The law asks for the name, the address and a way to reach you. They stand at the foot of every page.',
  demonstration:
    'These are the invented data of the demonstration. With a company of your own, its story, pictures and claims are gone from the shop.',
  enter: (what: string): string => `Please enter ${what}`,
  companyNumber: 'Enter the eight characters of Companies House, like 01234567 or SC123456',
  placeOfRegistration: 'Choose where the company is registered',
  vatNumber: 'Enter the number that HMRC gave you, like GB 123 4567 82, or leave it empty',
  email: 'Please enter a valid email address',
  phone: 'Please enter a phone number with at least 10 digits',
  address: 'Write the street, the city and the country, each on a line of its own',
  link: 'Enter the whole address, like https://instagram.com/your-shop',
  demonstrationTitle: 'Leave the demonstration',
  demonstrationFirst: 'Save your own company above first. Then its products can go too.',
  /** Headings for what happens to the demonstration. */
  demonstrationFates: {
    deleted: (count: number): string => `Deleted for good: ${productCount(count)}`,
    categories_deleted: (count: number): string => `Deleted because empty: ${categoryCount(count)}`,
    switched_off: (count: number): string =>
      `Taken off sale, and kept for orders and batches: ${productCount(count)}`,
    kept: (count: number): string => `Kept as you changed them: ${productCount(count)}`,
    categories_left: (count: number): string =>
      `Kept with the demonstration’s picture and text: ${categoryCount(count)} with products`,
  } satisfies Record<keyof Demonstration, (count: number) => string>,
  demonstrationLeftLink: 'Change the categories',
  demonstrationConfirm: 'Yes, remove them',
  demonstrationConfirmMissing: 'Tick the box if you want to remove them',
  demonstrationRemove: 'Remove the demonstration',
  demonstrationRemoved: ({ deleted, switched_off, categories_deleted }: DemonstrationCounts): string => {
    const done = [
      deleted > 0 && `${productCount(deleted)} deleted`,
      switched_off > 0 && `${productCount(switched_off)} switched off`,
      categories_deleted > 0 && `${categoryCount(categories_deleted)} deleted`,
    ].filter(Boolean)
    return done.length > 0 ? `${done.join(', ')}.` : 'Nothing of the demonstration was left to remove.'
  },
  emailsTitle: 'Emails to you',
  emailsLead: 'Besides those that your customers get.',
  emailsPreview: 'See the emails that your shop sends',
  emailsLink: 'Emails of your shop',
  previewTitle: 'Emails of your shop',
  previewLead: 'As your customers and you get them, with invented data.',
  previewChoose: 'Email',
  previewShow: 'Show',
  previewTest: 'Send me this one',
  previewText: 'As plain text',
  emailsAddress: 'Where they go',
  emailsAddressHint: (address: string): string => `Empty: ${address}, the address of the shop`,
  newOrders: 'An email for each new order, at once',
  lowStockEmail: (threshold: number): string =>
    `An email when the stock of a product falls below ${threshold}, once each time`,
  digest: 'Digest of the day',
  digestHint:
    'What is to send today, what is overdue, low stock, emails that failed, yesterday’s sales. If the hour is over today, it comes from tomorrow on.',
  digestHour: 'Choose an hour, or no digest',
  noDigest: 'No digest',
  digestAt: (hour: number): string => `At ${formatHour(hour)}`,
  customerEmailsTitle: 'Emails to your customers',
  customerEmailsLead:
    'What you switch off is not sent, and what waits to be sent is dropped. Orders still show everything to who placed them.',
  confirmationAlways:
    'Always on: the law wants an order confirmed by email or on paper, and this is the confirmation.',
  customerEmailsSaved: 'Saved. It holds from the next email on.',
  seeEmail: 'See it',
  lowStockTitle: 'Low stock',
  lowStockLead: 'On the dashboard, in the list of products and in the digest. Shoppers do not see it.',
  lowStockThreshold: 'Stock is low below',
  lowStockThresholdHint: 'For all products. 0: no stock is low',
  lowStockThresholdRule: 'Enter a whole number from 0 to 999',
  lowStockSaved: 'Saved. The dashboard and the products follow it.',
  enquiriesTitle: 'Feedback and enquiries',
  enquiriesLead:
    'At first the two forms send nothing: what somebody writes stays in their own browser. The page and the privacy notice say what happens.',
  enquiriesByEmail: (email: string): string => `Send them to ${email}`,
  firstStepsTitle: 'First steps',
  firstStepsLead: 'The list on the dashboard of what a new shop needs. It goes by itself once all is done.',
  firstStepsShown: 'Show the first steps on the dashboard',
  firstStepsSaved: 'Saved. The dashboard follows it.',
  hasBackup: 'I have set up a backup',
  deliveryTitle: 'Delivery charges',
  deliveryLead:
    'Switched off, nothing is added to any order, and your pages say that the rates are waived. Switched on, each order from then on is charged, as a line of its own from the cart to the receipt. Orders that stand already are not touched.',
  deliveryCharged: 'Charge for delivery',
  deliveryStandard: 'Standard rate (£)',
  deliveryStandardHint: 'For each order; 0 is free',
  deliveryRate: 'Enter an amount in pounds from 0 to 9999.99, like 3.99',
  deliveryFreeLabel: 'Free over (£)',
  deliveryFreeHint: 'If the items cost more than this. Empty: never',
  deliveryFreeOver: 'Enter an amount in pounds, 0 or more, like 50, or leave it empty',
  deliveryExpress: 'Express rate (£)',
  deliveryExpressHint: 'On the next working day. Empty: not offered',
  deliveryExpressRate: 'Enter an amount in pounds, 0 or more, like 4.99, or leave it empty',
  cutOff: 'Express cut-off',
  cutOffHint: 'Ordered before it on a working day, it is sent that day',
  cutOffHour: 'Choose an hour',
  limitsTitle: 'What one customer may order',
  limitsLead:
    'Customers pay at the door, so what is on its way to one customer is limited, and so are the orders of an hour. One order can have as much as is in stock, unless you set a limit. Orders that stand already are not touched.',
} as const

export const orderLimitLabels: Readonly<Record<OrderLimit, { label: string; hint?: string }>> = {
  max_quantity_per_product: {
    label: 'Most of one product in an order',
    hint: 'Empty: as many as are in stock',
  },
  max_products_per_order: { label: 'Most different products in an order', hint: 'Empty: no limit' },
  max_quantity_per_order: { label: 'Most items in an order', hint: 'Empty: no limit' },
  max_open_total_unverified: {
    label: 'Open orders before the email address is confirmed (£)',
    hint: 'The sum of orders that are not delivered yet',
  },
  max_open_total_verified: {
    label: 'Open orders with a confirmed email address (£)',
    hint: 'The sum of orders that are not delivered yet',
  },
  max_orders_per_hour_per_account: { label: 'Orders an hour from one account' },
  max_orders_per_hour_per_address: {
    label: 'Orders an hour from one internet address',
    hint: 'A household, an office or a mobile network can share one',
  },
}
