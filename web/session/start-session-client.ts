import { hasUnsavedChanges } from '#web/forms/unsaved-changes.ts'
import { getPageUserId } from '#web/forms/page-user.tsx'
import { isAdminSessionExpired } from './admin-session-marker.ts'
import { navigateAndClearSessionStorage } from './clear-storage.ts'
import { createSessionClient, type SessionMessage } from './session-client.ts'

const PRIVATE_PATH = /^\/(profile|checkout|admin\/)/

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
    if (user && pageUserId && user.id !== pageUserId) leavePrivatePage()
  })
  client.start()

  function leavePrivatePage() {
    const { pathname, search } = location
    if (!PRIVATE_PATH.test(pathname)) return
    // What was typed stays: once the same person has signed in in another tab, it can be saved.
    if (hasUnsavedChanges() && isAdminSessionExpired()) return
    if (!pathname.startsWith('/admin')) navigateAndClearSessionStorage('/')
    // Sign-out removes the marker; after expiry the administrator returns to this page after sign-in.
    else
      navigateAndClearSessionStorage(
        isAdminSessionExpired() ? `/admin?${new URLSearchParams({ return: pathname + search })}` : '/admin',
      )
  }

  return { client, leavePrivatePage }
}
