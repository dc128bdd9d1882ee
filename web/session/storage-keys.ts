/** Names under which areas keep something in the browser: /privacy, an area of its own, tells all of them. */
export const CHECKOUT_ATTEMPT_STORAGE_KEY = 'checkout-submit'
export const ORDER_REFUSAL_STORAGE_KEY = 'checkout-refusal'
export const ADDRESS_DRAFT_STORAGE_KEY = 'checkout-address'
/** A cookie that no script reads, between a registration and the sign-in after it. */
export const PENDING_SIGN_IN_COOKIE = 'sign-in-start'
/** A cookie and not local storage, which a sign-out clears; also read by before-paint.js. */
export const THEME_COOKIE = 'admin-theme'
