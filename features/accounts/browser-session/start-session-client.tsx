import { hasEntries } from '#kit/actions/unsaved-changes.ts'
import { getPageUserId } from '#kit/actions/page-user.tsx'
import { isAdminSessionExpired } from './admin-session-marker.tsx'
import { navigateAndClearSessionStorage } from '#kit/storage/clear-storage.ts'
import { removeDraftsOfOthers } from './customer-drafts.ts'
import { createSessionClient, type SessionMessage } from './session-client.ts'

const PRIVATE_PATH = /^\/(profile|checkout|admin\/)/

/** `ended`: by the server, not by signing out in this browser. */
export type LeaveReason = 'signed-out' | 'ended' | 'other-user'

type Dependencies = { isSignedInCookieSet: () => boolean; notifyOtherTabs: (message: SessionMessage) => void }

export function startSessionClient({ isSignedInCookieSet, notifyOtherTabs }: Dependencies) {
  const client = createSessionClient({
    now: Date.now,
    setTimer(task, milliseconds) {
      const timer = setTimeout(task, milliseconds)
      return () => clearTimeout(timer)
    },
    fetch: (path, init) => fetch(path, { ...init, headers: { accept: 'application/json' } }),
    isVisible: () => document.visibilityState === 'visible',
    isSignedInCookieSet,
    notifyOtherTabs,
  })
  // Another user has signed in: a private page shows data of the previous user, and its forms would be rejected.
  client.subscribe(() => {
    const { user } = client.currentSession()
    const pageUserId = getPageUserId()
    if (user) removeDraftsOfOthers(() => sessionStorage, user.id)
    if (user && pageUserId && user.id !== pageUserId) leavePrivatePage('other-user')
  })
  client.start()

  let isLeaving = false
  function leavePrivatePage(reason: LeaveReason) {
    const { pathname, search } = location
    // The first reason counts, because other tabs may report the same end differently.
    if (isLeaving || !PRIVATE_PATH.test(pathname)) return
    // Entries in the back-office remain: once the same person has signed in in another tab, they can be
    // saved.
    if (hasEntries() && reason !== 'other-user') return
    isLeaving = true
    if (pathname.startsWith('/admin'))
      // Sign-out removes the marker; after expiry the administrator returns to this page after sign-in.
      navigateAndClearSessionStorage(
        isAdminSessionExpired()
          ? `/admin?${new URLSearchParams({ return: pathname + search })}`
          : reason === 'signed-out'
            ? '/admin?notice=signed-out'
            : '/admin',
      )
    // Drafts remain for the same customer.
    else if (reason === 'ended')
      location.assign(`/login?${new URLSearchParams({ notice: 'session-ended', return: pathname + search })}`)
    else navigateAndClearSessionStorage(reason === 'signed-out' ? '/login?notice=signed-out' : '/')
  }

  return { client, leavePrivatePage }
}
