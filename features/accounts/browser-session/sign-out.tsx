import { SIGNED_IN_COOKIE, SIGNED_OUT_PATH } from '#shop/session.ts'
import { beginSignOut, loadSessionClient } from './browser-session.tsx'
import { clearStorage, navigateAndClearSessionStorage } from '#kit/storage/clear-storage.ts'

export async function signOut(to: typeof SIGNED_OUT_PATH | '/admin?notice=signed-out' = SIGNED_OUT_PATH) {
  beginSignOut()
  try {
    clearBrowserState()
    await (await loadSessionClient()).client.signOut()
  } finally {
    // A response in flight may have set its cookies.
    clearBrowserState()
    navigateAndClearSessionStorage(to)
  }
}

function clearBrowserState() {
  // Without this cookie the server ignores the session cookies, even if it cannot be reached now.
  document.cookie = `${SIGNED_IN_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`
  clearStorage('localStorage')
  clearStorage('sessionStorage')
}
