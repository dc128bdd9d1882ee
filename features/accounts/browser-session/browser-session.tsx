import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NO_SESSION, SIGNED_IN_COOKIE, type SessionAnswer } from '#shop/session.ts'
import { clearStorage } from '#kit/storage/clear-storage.ts'
import type { SessionClient, SessionMessage } from './session-client.ts'
import type { LeaveReason } from './start-session-client.tsx'

type LoadedSession = { client: SessionClient; leavePrivatePage: (reason: LeaveReason) => void }

let loadedSession: LoadedSession | undefined
let loading: Promise<LoadedSession> | undefined
let lastPageKey: string | undefined
let lastPathname = ''
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/admin'])
const listeners = new Set<() => void>()
const isSignedInCookieSet = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

/** Most visitors have no session. A failed load is retried on the next call. */
export function loadSessionClient(): Promise<LoadedSession> {
  loading ??= import('./start-session-client.tsx').then(
    ({ startSessionClient }) => {
      loadedSession = startSessionClient({ isSignedInCookieSet, notifyOtherTabs })
      loadedSession.client.subscribe(notifyListeners)
      notifyListeners()
      return loadedSession
    },
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

const notifyListeners = () => listeners.forEach((listener) => listener())
/** Without the cookie the session has ended, even if the client has not noticed yet. */
const currentSession = () =>
  loadedSession && isSignedInCookieSet() ? loadedSession.client.currentSession() : NO_SESSION

function checkSessionCookie() {
  if (loadedSession) loadedSession.client.checkSessionCookie()
  else if (isSignedInCookieSet()) loadSessionClient().catch(() => undefined)
}

let channel: BroadcastChannel | undefined
let isListening = false
// A BroadcastChannel is same-origin and takes no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const notifyOtherTabs = (message: SessionMessage) => channel?.postMessage(message)

function startListening() {
  if (isListening) return
  isListening = true
  channel = 'BroadcastChannel' in window ? new BroadcastChannel('session') : undefined
  channel?.addEventListener(
    'message',
    ({ data }: MessageEvent<SessionMessage>) => void receiveMessage(data).catch(() => undefined),
  )
  document.addEventListener('visibilitychange', () =>
    loadedSession ? loadedSession.client.visibilityChanged() : checkSessionCookie(),
  )
  // Only sign-out clears storage. It may be noticed before the other tab's message.
  window.addEventListener('storage', ({ key }) => {
    if (key === null && !isSignedInCookieSet())
      receiveMessage({ event: 'SIGNED_OUT', session: NO_SESSION }).catch(() => undefined)
  })
}

let isSigningOut = false
/** This tab navigates itself, whatever other tabs report. */
export const beginSignOut = () => void (isSigningOut = true)

async function receiveMessage(message: SessionMessage) {
  if (isSigningOut) return
  const { client, leavePrivatePage } = loadedSession ?? (await loadSessionClient())
  client.receiveMessage(message)
  if (message.event !== 'SIGNED_OUT') return
  // sessionStorage is per tab; no other tab can clear it.
  if (!message.hasEnded) clearStorage('sessionStorage')
  leavePrivatePage(message.hasEnded ? 'ended' : 'signed-out')
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  startListening()
  checkSessionCookie()
  return () => void listeners.delete(listener)
}

/** {@link NO_SESSION} until loaded. Also keeps the session alive. */
export function useSession(): SessionAnswer {
  const session = useSyncExternalStore(subscribe, currentSession, () => NO_SESSION)
  const { key, pathname } = useLocation()
  useEffect(() => handlePageChange(key, pathname), [key, pathname])
  return session
}

/** Sign-in and sign-out end with a page change; after sign-in, the user may be another one. */
function handlePageChange(key: string, pathname: string) {
  if (key === lastPageKey) return
  const isAfterSignIn = SIGN_IN_PATHS.has(lastPathname) && !SIGN_IN_PATHS.has(pathname)
  lastPageKey = key
  lastPathname = pathname
  if (isAfterSignIn && loadedSession) void loadedSession.client.reload()
  checkSessionCookie()
}

export const reloadSession = () =>
  loadSessionClient().then(
    ({ client }) => client.reload(),
    () => undefined,
  )
