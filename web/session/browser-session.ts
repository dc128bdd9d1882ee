import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NO_SESSION, SIGNED_IN_COOKIE, type SessionAnswer } from '#shop/accounts/sessions/session.ts'
import { clearStorage } from './clear-storage.ts'
import type { SessionClient, SessionMessage } from './session-client.ts'

type LoadedSession = { client: SessionClient; leavePrivatePage: () => void }

let loadedSession: LoadedSession | undefined
let loading: Promise<LoadedSession> | undefined
let lastPageKey: string | undefined
let lastPathname = ''
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/admin'])
const listeners = new Set<() => void>()
const isSignedInCookieSet = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

/**
 * What keeps a session alive comes once there is one to keep: most visits are nobody's, and need none of it.
 * Whatever asks for it again after a failure tries again.
 */
export function loadSessionClient(): Promise<LoadedSession> {
  loading ??= import('./start-session-client.ts').then(
    ({ startSessionClient }) => {
      loadedSession = startSessionClient({ isSignedInCookieSet, notifyOtherTabs })
      loadedSession.client.subscribe(notifyListeners)
      notifyListeners()
      return loadedSession
    },
    (problem: unknown) => {
      loading = undefined
      throw problem
    },
  )
  return loading
}

const notifyListeners = () => listeners.forEach((listener) => listener())
const currentSession = () => loadedSession?.client.currentSession() ?? NO_SESSION

/** Somebody may be signed in: a cookie says so, which every page and every tab can see. */
function checkSessionCookie() {
  if (loadedSession) loadedSession.client.checkSessionCookie()
  else if (isSignedInCookieSet()) loadSessionClient().catch(() => undefined)
}

let channel: BroadcastChannel | undefined
let isListening = false
// A channel never leaves this origin and takes no target.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const notifyOtherTabs = (message: SessionMessage) => channel?.postMessage(message)

function startListening() {
  if (isListening) return
  isListening = true
  channel = 'BroadcastChannel' in window ? new BroadcastChannel('session') : undefined
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionMessage>) => void receiveMessage(data).catch(() => undefined))
  document.addEventListener('visibilitychange', () => (loadedSession ? loadedSession.client.visibilityChanged() : checkSessionCookie()))
  // Browsers without channels still notice that another tab cleared the storage.
  window.addEventListener('storage', ({ key }) => key === null && checkSessionCookie())
}

async function receiveMessage(message: SessionMessage) {
  const { client, leavePrivatePage } = loadedSession ?? (await loadSessionClient())
  client.receiveMessage(message)
  if (message.event !== 'SIGNED_OUT') return
  // Each tab has a session storage of its own, which no other tab can clear.
  clearStorage('sessionStorage')
  leavePrivatePage()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  startListening()
  checkSessionCookie()
  return () => void listeners.delete(listener)
}

/** Who is signed in, as far as this browser knows; nobody until it has asked. Using it keeps the session alive. */
export function useSession(): SessionAnswer {
  const session = useSyncExternalStore(subscribe, currentSession, () => NO_SESSION)
  const { key, pathname } = useLocation()
  useEffect(() => handlePageChange(key, pathname), [key, pathname])
  return session
}

/** A form that signed somebody in, or out, ended in a page change; somebody else may have signed in where one was signed in before. */
function handlePageChange(key: string, pathname: string) {
  if (key === lastPageKey) return
  const isAfterSignIn = SIGN_IN_PATHS.has(lastPathname) && !SIGN_IN_PATHS.has(pathname)
  lastPageKey = key
  lastPathname = pathname
  if (isAfterSignIn && loadedSession) void loadedSession.client.reload()
  checkSessionCookie()
}

/** For screens that changed the account: the header follows, now or with the next page. */
export const reloadSession = () => loadSessionClient().then(({ client }) => client.reload(), () => undefined)
