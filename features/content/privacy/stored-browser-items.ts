import { ADMIN_MARKER_COOKIE, ADMIN_MARKER_KEY } from '#features/accounts/sessions/admin-session-marker.ts'
import { ACCOUNT_ERASED_COOKIE, HTTP_ONLY_COOKIES, SESSION_SECONDS, SIGNED_IN_COOKIE } from '#shop/session.ts'
import { CART_STORAGE_KEY } from '#shop/constants.ts'
import { RECENTLY_SEEN_STORAGE_KEY } from '#features/catalogue/recently-seen/recently-seen.ts'
import {
  ADDRESS_DRAFT_STORAGE_KEY,
  AVOIDED_ALLERGENS_STORAGE_KEY,
  ORDER_REFUSAL_STORAGE_KEY,
  PENDING_SIGN_IN_COOKIE,
  SEARCH_HISTORY_STORAGE_KEY,
  CHECKOUT_ATTEMPT_STORAGE_KEY,
  MEMORY_OFF_COOKIE,
  PROFILE_DRAFT_STORAGE_KEY,
  THEME_COOKIE,
} from '#kit/storage/storage-keys.ts'

export type StoredBrowserItem = {
  names: readonly string[]
  storage: 'Local storage' | 'Session storage' | 'Cookie'
  purpose: string
  until: string
  /** A convenience that the shopper can switch off: stored through getMemory() only. */
  isOptional?: true
}

const TAB = 'Until you close the tab or sign out, at the latest.'
const DAY = 24 * 60 * 60
const days = (seconds: number) => `${seconds / DAY} days`
const { remembered } = SESSION_SECONDS
const AS_LONG_AS_SIGNED_IN =
  `Until you sign out or close the browser. With “remember me”: ${days(remembered.idle)} after your last visit, ` +
  `${days(remembered.absolute)} at most.`

/** tests/journeys/checkout/purchase-to-delivery.spec.ts compares these with the browser's. */
export const STORED_BROWSER_ITEMS: readonly StoredBrowserItem[] = [
  {
    names: [CART_STORAGE_KEY],
    storage: 'Local storage',
    purpose: 'Your cart: name, picture, price and quantity of each product.',
    until: 'Until you order, empty it or sign out.',
  },
  {
    names: [RECENTLY_SEEN_STORAGE_KEY],
    storage: 'Local storage',
    purpose: 'The last eight products you looked at, to show them again.',
    until: 'Until you clear it below a product, or sign out.',
    isOptional: true,
  },
  {
    names: [CHECKOUT_ATTEMPT_STORAGE_KEY],
    storage: 'Local storage',
    purpose: 'A number that keeps one order from being placed twice, even if you lose your connection.',
    until: 'Until your next order, or you sign out.',
  },
  {
    names: [SEARCH_HISTORY_STORAGE_KEY],
    storage: 'Local storage',
    purpose: 'Your last six searches.',
    until: 'Until you remove them from the search box or sign out.',
    isOptional: true,
  },
  {
    names: [AVOIDED_ALLERGENS_STORAGE_KEY],
    storage: 'Local storage',
    purpose: 'The allergens that you told us to mark, and whether your account keeps them too.',
    until: 'Until you clear the list or sign out.',
    isOptional: true,
  },
  {
    names: [ADDRESS_DRAFT_STORAGE_KEY],
    storage: 'Session storage',
    purpose: 'The address you are typing at checkout.',
    until: TAB,
    isOptional: true,
  },
  {
    names: [PROFILE_DRAFT_STORAGE_KEY],
    storage: 'Session storage',
    purpose: 'What you are typing in your profile.',
    until: TAB,
    isOptional: true,
  },
  {
    names: [ORDER_REFUSAL_STORAGE_KEY],
    storage: 'Session storage',
    purpose: 'Why an order could not be placed.',
    until: TAB,
    isOptional: true,
  },
  {
    names: ['react-router-scroll-positions', 'remix-router-transitions'],
    storage: 'Session storage',
    purpose: 'Where you were on each page, and how you came to it, for Back.',
    until: TAB,
  },
  {
    names: [HTTP_ONLY_COOKIES.access, HTTP_ONLY_COOKIES.refresh],
    storage: 'Cookie',
    purpose: 'Your sign-in. No script can read them, and they are sent to our server alone.',
    until: AS_LONG_AS_SIGNED_IN,
  },
  {
    names: [SIGNED_IN_COOKIE],
    storage: 'Cookie',
    purpose: 'Shows that somebody is signed in, but not who.',
    until: AS_LONG_AS_SIGNED_IN,
  },
  {
    names: [PENDING_SIGN_IN_COOKIE],
    storage: 'Cookie',
    purpose: 'The email address you have just registered with and the page you were going to.',
    until: 'Until you sign in, half an hour at most.',
  },
  {
    names: [ACCOUNT_ERASED_COOKIE],
    storage: 'Cookie',
    purpose:
      'Shows that you have deleted your account, so that the next page empties local and session storage.',
    until: 'Until that page, a day at most.',
  },
  {
    names: [MEMORY_OFF_COOKIE],
    storage: 'Cookie',
    purpose: 'That you unticked the box above. Signing out does not clear it.',
    until: 'One year, or until you tick it again.',
  },
  {
    names: [HTTP_ONLY_COOKIES.device],
    storage: 'Cookie',
    purpose:
      'A mark that you have signed in here before, so that nobody who guesses passwords elsewhere can lock you out.',
    until: 'One year after your last sign-in, or until you delete your account.',
  },
]

export const STAFF_BROWSER_ITEMS = [
  ADMIN_MARKER_KEY,
  ADMIN_MARKER_COOKIE,
  THEME_COOKIE,
  HTTP_ONLY_COOKIES.secondStep,
] as const
