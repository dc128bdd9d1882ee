import { getPageUserId } from '#web/forms/page-user.tsx'
import { isAdminSessionExpired } from './admin-session-marker.ts'
import { navigateAndClearSessionStorage } from './clear-storage.ts'
import { createSessionClient, type SessionMessage } from './session-client.ts'

/** Pages that show what belongs to one person. */
const PRIVATE_PATH = /^\/(profile|checkout|admin\/)/

type Dependencies = {
  isSignedInCookieSet: () => boolean
  notifyOtherTabs: (message: SessionMessage) => void
}

/** The session keeper with this browser's own clock, network and pages, already at work. */
export function startSessionClient({ isSignedInCookieSet, notifyOtherTabs }: Dependencies) {
  const client = createSessionClient({
    now: Date.now,
    setTimer(work, milliseconds) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    fetch: (path, init) => fetch(path, { ...init, headers: { accept: 'application/json' } }),
    isVisible: () => document.visibilityState === 'visible',
    isSignedInCookieSet,
    notifyOtherTabs,
  })
  // A private page of somebody who is no longer the one signed in: its forms would be refused, and what it shows is theirs.
  client.subscribe(() => {
    const { user } = client.currentSession()
    const pageUserId = getPageUserId()
    if (user && pageUserId && user.id !== pageUserId) leavePrivatePage()
  })
  client.start()

  function leavePrivatePage() {
    const { pathname, search } = location
    if (!PRIVATE_PATH.test(pathname)) return
    if (!pathname.startsWith('/admin')) navigateAndClearSessionStorage('/')
    // A logout has taken the marker along; whoever was signed out otherwise comes back to where they were.
    else navigateAndClearSessionStorage(isAdminSessionExpired() ? `/admin?${new URLSearchParams({ return: pathname + search })}` : '/admin')
  }

  return { client, leavePrivatePage }
}
