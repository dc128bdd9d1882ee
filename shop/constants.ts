/** Numbers and defaults of the specification, unless marked otherwise. */
export const MIN_PASSWORD_LENGTH = 8
/** Limits the cost of hashing a password. */
export const MAX_PASSWORD_LENGTH = 256
export const PAGE_SIZE = { products: 16, categories: 9, customerOrders: 6, adminOrders: 24 } as const
/** Not from the specification; the same as for orders. */
export const ADMIN_PRODUCTS_PAGE_SIZE = 24
export const HOME_BEST_SELLERS_COUNT = 8
export const HOME_CATEGORIES_COUNT = 6
/** Not from the specification; one row of the list. */
export const RELATED_PRODUCTS_COUNT = 4
/** Not from the specification; as many as fit above a phone's keyboard. */
export const SEARCH_SUGGESTIONS_COUNT = 6
/** Not from the specification; the same as in set_product_pairings. */
export const GOES_WELL_WITH_COUNT = 4
/** The same as in set_featured_order. */
export const FEATURED_ORDER_LIMIT = 100
/** Applies until the owner sets another one. */
export const DEFAULT_LOW_STOCK_THRESHOLD = 10
/** Below this, shoppers see how many are left; the same as in features/catalogue/products/triggers/after_stock_change.sql. */
export const EXACT_STOCK_BELOW = 10
export const FEEDBACK_RATING_MIN = 1
export const FEEDBACK_RATING_MAX = 5
export const FEEDBACK_RATING_DEFAULT = 5
export const DEFAULT_COUNTRY = 'United Kingdom'
export const MIN_PHONE_DIGITS = 10
export const ESTIMATED_DELIVERY_WORKING_DAYS = 3
export const SHORT_ID_LENGTH = 8
/** 21:30 London time on the day after the order was placed. */
export const DISPATCH_DEADLINE = { daysAfterOrder: 1, hour: 21, minute: 30, urgentBelowHours: 3 } as const
export const SESSION_TICK_SECONDS = 30
export const SESSION_REFRESH_THRESHOLD_TICKS = 3
export const SESSION_FIRST_RETRY_MS = 200
export const CART_STORAGE_KEY = 'cart-storage'
/** Not from the specification; far below the limit of the column. */
export const MAX_STOCK = 1_000_000
/** Not from the specification; in pounds. */
export const MAX_PRICE = 99_999.99
/** Not from the specification; keeps a forged 1e9 out of arithmetic and stock rows. */
export const MAX_LINE_QUANTITY = 999
export const MAX_CART_LINES = 100

export const PAYMENT_METHODS = ['cod', 'card', 'paypal'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const DEFAULT_PAYMENT_METHOD: PaymentMethod = 'cod'
export const ACCEPTED_PAYMENT_METHODS: readonly PaymentMethod[] = ['cod']

export const PRODUCT_SORTS = [
  'best-match',
  'featured',
  'price-low-to-high',
  'price-high-to-low',
  'newest',
  'unit-price',
] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]
export const DEFAULT_PRODUCT_SORT: ProductSort = 'featured'

/** The owner decides whether to charge these and offer express (DEFAULT_DELIVERY). */
export const FREE_DELIVERY_OVER_POUNDS = 50
export const STANDARD_DELIVERY_POUNDS = 3.99
export const EXPRESS_DELIVERY_POUNDS = 4.99
export const EXPRESS_CUT_OFF_HOUR = 14
export const STANDARD_DELIVERY_WORKING_DAYS = '2-3'
export const RETURN_WITHIN_DAYS = 30
export const REFUND_WORKING_DAYS = '3-5'
export const REPORT_DAMAGE_WITHIN_HOURS = 48

/** Consumer Contracts Regulations 2013, regulation 30; not from the specification. */
export const CANCELLATION_DAYS = 14

/** In characters; the same as in features/orders/sql/cancel_order.sql. */
export const MAX_CANCELLATION_NOTE_LENGTH = 2000
export const MAX_CANCELLATION_REASON_LENGTH = 500
/** The same as in the constraint of order_history. */
export const MAX_CUSTOMER_NOTE_LENGTH = 1000
/** The same as in the constraint of order_notes and in add_order_note. */
export const MAX_ORDER_NOTE_LENGTH = 1000

export const PICTURE_BUCKET = 'product-images'
/** Includes the main picture; the same as in the domain further_pictures. */
export const MAX_PRODUCT_PICTURES = 8
/** Maximum length of a picture's alternative text, in characters. */
export const MAX_ALT_LENGTH = 160
export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024
export const MAX_UPLOAD_MEGAPIXELS = 25
/** A photo of a product or category, which the browser shrinks before it is sent. */
export const MAX_PHOTO_BYTES = 40 * 1024 * 1024
export const MAX_PHOTO_MEGAPIXELS = 100
/** Decoding AVIF and more than 8 bits per channel needs several times the memory. */
export const MAX_HIGH_MEMORY_MEGAPIXELS = 6
