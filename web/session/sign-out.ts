import { SIGNED_IN_COOKIE } from '#shop/accounts/sessions/session.ts'
import { loadSessionClient } from './browser-session.ts'
import { clearStorage, navigateAndClearSessionStorage } from './clear-storage.ts'

/**
 * Signs out: the session ends here and on the server, everything this shop stored in the browser goes, and the
 * page changes to `to`. When the server cannot be reached, the rest happens all the same.
 */
export async function signOut(to: '/' | '/admin' = '/') {
  try {
    clearBrowserState()
    await (await loadSessionClient()).client.signOut()
  } finally {
    // Once more: an answer that was already on its way may have brought its cookies back.
    clearBrowserState()
    navigateAndClearSessionStorage(to)
  }
}

function clearBrowserState() {
  // Without this cookie the server takes the session's own cookies for nothing, even if it was out of reach just now.
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  clearStorage('localStorage')
  clearStorage('sessionStorage')
}
