/** The router notes where somebody was at the moment when a page is left. */
export function leaveFor(path: string) {
  window.addEventListener('pagehide', () => forget('sessionStorage'), { once: true })
  location.assign(path)
}

/** Empties a storage of this browser. */
export function forget(storage: 'localStorage' | 'sessionStorage') {
  try {
    window[storage].clear()
  } catch {
    // A browser that forbids storage has nothing stored.
  }
}
