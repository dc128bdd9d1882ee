/** The router notes where somebody was at the moment when a page is left. */
export function navigateAndClearSessionStorage(path: string) {
  window.addEventListener('pagehide', () => clearStorage('sessionStorage'), { once: true })
  location.assign(path)
}

/** Empties a storage of this browser. */
export function clearStorage(storage: 'localStorage' | 'sessionStorage') {
  try {
    window[storage].clear()
  } catch {
    // A browser that forbids storage has nothing stored.
  }
}
