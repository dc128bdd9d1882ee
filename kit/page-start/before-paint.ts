import { ACCOUNT_ERASED_COOKIE } from '#shop/session.ts'

// Runs before the first paint.
const root = document.documentElement

/** Styles use it to detect scripts; without it, the page is laid out for browsers without scripts. */
root.dataset['scripts'] = 'starting'

/** Deletes a deleted account's cart, recently seen products and addresses before any script reads them. */
try {
  if (document.cookie.includes(`${ACCOUNT_ERASED_COOKIE}=`)) {
    localStorage.clear()
    sessionStorage.clear()
    document.cookie = `${ACCOUNT_ERASED_COOKIE}=; Path=/; Max-Age=0`
  }
} catch {}

/** If an earlier page of this tab has cached the fonts, they are used at once. */
try {
  // The router stores scroll positions there.
  if (sessionStorage.length > 0) root.classList.add('cached-fonts')
} catch {}
