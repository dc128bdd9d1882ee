import { SIGNED_IN_COOKIE } from '#shop/accounts/sessions/session.ts'
import { comeLate } from './browser-session.ts'
import { forget, leaveFor } from './clear-storage.ts'

/**
 * Signs out (§4): the session ends here and on the server, everything this shop stored in the browser goes, and the
 * page changes to `to`. When the server cannot be reached, the rest happens all the same.
 */
export async function signOut(to: '/' | '/admin' = '/') {
  try {
    forgetEverything()
    await (await comeLate()).keeper.signOut()
  } finally {
    // Once more: an answer that was already on its way may have brought its cookies back.
    forgetEverything()
    leaveFor(to)
  }
}

function forgetEverything() {
  // Without this cookie the server takes the session's own cookies for nothing, even if it was out of reach just now.
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  forget('localStorage')
  forget('sessionStorage')
}
