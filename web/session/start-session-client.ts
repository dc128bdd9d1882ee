import { shownPageOwner } from '#web/forms/page-user.tsx'
import { adminSessionHasEnded } from './admin-session-marker.ts'
import { leaveFor } from './clear-storage.ts'
import { createSessionKeeper, type SessionNews } from './session-client.ts'

/** Pages that show what belongs to one person. */
const PRIVATE_PATH = /^\/(profile|checkout|admin\/)/

type Means = {
  isSignedInCookieSet: () => boolean
  tellOtherTabs: (news: SessionNews) => void
}

/** The session keeper of §4 with this browser's own clock, network and pages, already at work. */
export function keepSession({ isSignedInCookieSet, tellOtherTabs }: Means) {
  const keeper = createSessionKeeper({
    now: Date.now,
    setTimer(work, milliseconds) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
    fetch: (path, init) => fetch(path, { ...init, headers: { accept: 'application/json' } }),
    isVisible: () => document.visibilityState === 'visible',
    isSignedInCookieSet,
    tellOtherTabs,
  })
  // A private page of somebody who is no longer the one signed in: its forms would be refused, and what it shows is theirs.
  keeper.subscribe(() => {
    const { user } = keeper.current()
    const owner = shownPageOwner()
    if (user && owner && user.id !== owner) leavePrivatePage()
  })
  keeper.start()

  function leavePrivatePage() {
    const { pathname, search } = location
    if (!PRIVATE_PATH.test(pathname)) return
    if (!pathname.startsWith('/admin')) leaveFor('/')
    // A logout has taken the marker along; whoever was signed out otherwise comes back to where they were.
    else leaveFor(adminSessionHasEnded() ? `/admin?${new URLSearchParams({ return: pathname + search })}` : '/admin')
  }

  return { keeper, leavePrivatePage }
}
