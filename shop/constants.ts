/** Every prescribed number and default, written once, with its unit in its name. */
export const MIN_PASSWORD_LENGTH = 8
/** Long enough for any pass phrase, short enough that hashing one cannot be used to tire the server. */
export const MAX_PASSWORD_LENGTH = 256
export const PAGE_SIZE = { products: 16, categories: 9, customerOrders: 6, adminOrders: 24 } as const
/** Not a prescribed figure: the order list's 24, for the other table that an owner works in. */
export const ADMIN_PRODUCTS_PAGE_SIZE = 24
export const HOME_BEST_SELLERS_COUNT = 8
export const HOME_CATEGORIES_COUNT = 6
/** The row under a product, as many as a row of the listing has; not a prescribed number. */
export const RELATED_PRODUCTS_COUNT = 4
/** Stock below this is low: counted on the dashboard, red in the list. */
export const LOW_STOCK_THRESHOLD = 10
export const FEEDBACK_RATING_MIN = 1
export const FEEDBACK_RATING_MAX = 5
export const FEEDBACK_RATING = { min: FEEDBACK_RATING_MIN, max: FEEDBACK_RATING_MAX, default: 5 } as const
export const DEFAULT_COUNTRY = 'United Kingdom'
/** Of a phone number at checkout; shorter ones are not in use in the United Kingdom. */
export const MIN_PHONE_DIGITS = 10
export const ESTIMATED_DELIVERY_WORKING_DAYS = 3
export const SHORT_ID_LENGTH = 8
/** The dispatch deadline is 21:30 London time on the day after the order was placed. */
export const DISPATCH_DEADLINE = { daysAfterOrder: 1, hour: 21, minute: 30, urgentBelowHours: 3 } as const
export const SESSION_TICK_SECONDS = 30
export const SESSION_REFRESH_THRESHOLD_TICKS = 3
export const SESSION_FIRST_RETRY_MS = 200
export const CART_STORAGE_KEY = 'cart-storage'
/** Not a prescribed figure: more of a product than any shop holds, and far within what a column can. */
export const MAX_STOCK = 1_000_000
/** The spec sets no upper bound of a line; this one keeps a forged 1e9 out of arithmetic and stock rows. */
export const MAX_LINE_QUANTITY = 999
export const MAX_CART_LINES = 100

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]
export const TRACKER_STEPS = ['pending', 'processing', 'shipped', 'delivered'] as const
export const PAYMENT_METHODS = ['cod', 'card', 'paypal'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const DEFAULT_PAYMENT_METHOD: PaymentMethod = 'cod'
/** The others are known words of the data, but nobody can choose them yet. */
export const ACCEPTED_PAYMENT_METHODS: readonly PaymentMethod[] = ['cod']

export const PRODUCT_SORTS = ['featured', 'price-low-to-high', 'price-high-to-low', 'newest'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export const DEFAULT_PRODUCT_SORT: ProductSort = 'featured'

/** The static policy figures: the standard rates are waived at present, and no express is offered. Money in pounds. */
export const POLICY = {
  freeDeliveryOver: 50,
  standardDelivery: 3.99,
  standardDeliveryWorkingDays: '2-3',
  returnWithinDays: 30,
  refundWorkingDays: '3-5',
  reportDamageWithinHours: 48,
} as const

/** Consumer Contracts Regulations 2013, regulation 30: the days in which a consumer may change their mind; not a prescribed figure. */
export const CANCELLATION_DAYS = 14

/** Characters of what an owner types when cancelling, and of the fixed sentence beside it; db/procedures/orders/cancel_order.sql holds the same. */
export const MAX_CANCELLATION_NOTE_LENGTH = 2000
export const MAX_CANCELLATION_REASON_LENGTH = 500
/** What an owner writes for the customer whose order they cancel; the migration of order mails holds the same. */
export const MAX_CUSTOMER_NOTE_LENGTH = 1000

/** The bucket for pictures of products and categories. */
export const PICTURE_BUCKET = 'product-images'
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
export const MAX_UPLOAD_MEGAPIXELS = 25
/** For AVIF and for more than 8 bits a channel, which take several times the memory to decode. */
export const MAX_HIGH_MEMORY_MEGAPIXELS = 6
