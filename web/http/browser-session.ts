import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NO_SESSION, SIGNED_IN_COOKIE, type SessionAnswer } from '#shop/accounts/session.ts'
import { adminSessionHasEnded } from './admin-marker.ts'
import { createSessionKeeper, type SessionKeeper, type SessionNews } from './session-keeper.ts'

/** Pages that show what belongs to one person. */
const PRIVATE_PATH = /^\/(profile|checkout|admin\/)/

let keeper: SessionKeeper | undefined
let shownPage: string | undefined
const theKeeper = () => (keeper ??= keepSession())
const subscribe = (read: () => void) => theKeeper().subscribe(read)
const current = () => keeper?.current() ?? NO_SESSION

/** Who is signed in, as far as this browser knows; nobody until it has asked. Using it keeps the session alive. */
export function useSession(): SessionAnswer {
  const session = useSyncExternalStore(subscribe, current, () => NO_SESSION)
  const { key } = useLocation()
  useEffect(() => pageShown(key), [key])
  return session
}

/** A form that signed somebody in, or out, ended in a page change. */
function pageShown(key: string) {
  if (key === shownPage) return
  shownPage = key
  theKeeper().look()
}

/** For screens that changed the account: the header follows. */
export const accountChanged = () => theKeeper().reload()

/**
 * Signs out (§4): the session ends here and on the server, everything this shop stored in the browser goes, and the
 * page changes to `to`. When the server cannot be reached, the rest happens all the same.
 */
export async function signOut(to: '/' | '/admin' = '/') {
  try {
    forgetEverything()
    await theKeeper().signOut()
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

function forget(storage: 'localStorage' | 'sessionStorage') {
  try {
    window[storage].clear()
  } catch {
    // A browser that forbids storage has nothing stored.
  }
}

function keepSession(): SessionKeeper {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('session') : undefined
  const made = createSessionKeeper({
    now: Date.now,
    setTimer(work, milliseconds) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    fetch: (path, init) => fetch(path, { ...init, headers: { accept: 'application/json' } }),
    isVisible: () => document.visibilityState === 'visible',
    isSignedInCookieSet: () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`),
    // A channel never leaves this origin and takes no target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tellOtherTabs: (news) => channel?.postMessage(news),
  })
  document.addEventListener('visibilitychange', made.visibilityChanged)
  // Browsers without channels still notice that another tab cleared the storage.
  window.addEventListener('storage', ({ key }) => key === null && made.look())
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
    made.heard(data)
    if (data.event !== 'SIGNED_OUT') return
    // Each tab has a session storage of its own, which no other tab can clear.
    forget('sessionStorage')
    leavePrivatePage()
  })
  made.start()
  return made
}

function leavePrivatePage() {
  const { pathname, search } = location
  if (!PRIVATE_PATH.test(pathname)) return
  if (!pathname.startsWith('/admin')) leaveFor('/')
  // A logout has taken the marker along; whoever was signed out otherwise comes back to where they were.
  else leaveFor(adminSessionHasEnded() ? `/admin?${new URLSearchParams({ return: pathname + search })}` : '/admin')
}

/** The router notes where somebody was at the moment when a page is left. */
function leaveFor(path: string) {
  window.addEventListener('pagehide', () => forget('sessionStorage'), { once: true })
  location.assign(path)
}
