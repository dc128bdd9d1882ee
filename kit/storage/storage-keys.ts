/** /privacy lists all of them. */
export const CHECKOUT_ATTEMPT_STORAGE_KEY = 'checkout-submit'
export const ORDER_REFUSAL_STORAGE_KEY = 'checkout-refusal'
export const SEARCH_HISTORY_STORAGE_KEY = 'search-history'
/** The household's avoided allergens (features/catalogue/labels/avoided-allergens.ts). */
export const AVOIDED_ALLERGENS_STORAGE_KEY = 'avoided-allergens'
export const ADDRESS_DRAFT_STORAGE_KEY = 'checkout-address'
export const PROFILE_DRAFT_STORAGE_KEY = 'profile-draft'
/** HttpOnly; kept between registration and the first sign-in. */
export const PENDING_SIGN_IN_COOKIE = 'sign-in-start'
/** A cookie that is set while storage is switched off (kit/storage/device-memory.ts). */
export const MEMORY_OFF_COOKIE = 'remember-nothing'
/** A cookie, because sign-out clears local storage; also read by app/admin-layout/apply-stored-theme.js. */
export const THEME_COOKIE = 'admin-theme'
