import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NO_SESSION, SIGNED_IN_COOKIE, type SessionAnswer } from '#shop/accounts/sessions/session.ts'
import { forget } from './clear-storage.ts'
import type { SessionKeeper, SessionNews } from './session-client.ts'

type Late = { keeper: SessionKeeper; leavePrivatePage: () => void }

let late: Late | undefined
let coming: Promise<Late> | undefined
let shownPage: string | undefined
let shownPath = ''
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/login', '/admin'])
const readers = new Set<() => void>()
const isSignedInCookieSet = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

/**
 * What keeps a session alive comes once there is one to keep: most visits are nobody's, and need none of it.
 * Whatever asks for it again after a failure tries again.
 */
export function comeLate(): Promise<Late> {
  coming ??= import('./start-session-client.ts').then(
    ({ keepSession }) => {
      late = keepSession({ isSignedInCookieSet, tellOtherTabs })
      late.keeper.subscribe(tellReaders)
      tellReaders()
      return late
    },
    (problem: unknown) => {
      coming = undefined
      throw problem
    },
  )
  return coming
}

const tellReaders = () => readers.forEach((read) => read())
const current = () => late?.keeper.current() ?? NO_SESSION

/** Somebody may be signed in: a cookie says so, which every page and every tab can see. */
function look() {
  if (late) late.keeper.look()
  else if (isSignedInCookieSet()) comeLate().catch(() => undefined)
}

let channel: BroadcastChannel | undefined
let isListening = false
// A channel never leaves this origin and takes no target.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tellOtherTabs = (news: SessionNews) => channel?.postMessage(news)

function listen() {
  if (isListening) return
  isListening = true
  channel = 'BroadcastChannel' in window ? new BroadcastChannel('session') : undefined
  channel?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => void heard(data).catch(() => undefined))
  document.addEventListener('visibilitychange', () => (late ? late.keeper.visibilityChanged() : look()))
  // Browsers without channels still notice that another tab cleared the storage.
  window.addEventListener('storage', ({ key }) => key === null && look())
}

async function heard(news: SessionNews) {
  const { keeper, leavePrivatePage } = late ?? (await comeLate())
  keeper.heard(news)
  if (news.event !== 'SIGNED_OUT') return
  // Each tab has a session storage of its own, which no other tab can clear.
  forget('sessionStorage')
  leavePrivatePage()
}

function subscribe(read: () => void) {
  readers.add(read)
  listen()
  look()
  return () => void readers.delete(read)
}

/** Who is signed in, as far as this browser knows; nobody until it has asked. Using it keeps the session alive. */
export function useSession(): SessionAnswer {
  const session = useSyncExternalStore(subscribe, current, () => NO_SESSION)
  const { key, pathname } = useLocation()
  useEffect(() => pageShown(key, pathname), [key, pathname])
  return session
}

/** A form that signed somebody in, or out, ended in a page change; somebody else may have signed in where one was signed in before. */
function pageShown(key: string, pathname: string) {
  if (key === shownPage) return
  const isAfterSignIn = SIGN_IN_PATHS.has(shownPath) && !SIGN_IN_PATHS.has(pathname)
  shownPage = key
  shownPath = pathname
  if (isAfterSignIn && late) void late.keeper.reload()
  look()
}

/** For screens that changed the account: the header follows, now or with the next page. */
export const accountChanged = () => comeLate().then(({ keeper }) => keeper.reload(), () => undefined)
