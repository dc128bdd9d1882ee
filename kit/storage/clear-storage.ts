/** Runs on pagehide, because React Router saves scroll positions when the page is left. */
export function navigateAndClearSessionStorage(path: string) {
  window.addEventListener('pagehide', () => clearStorage('sessionStorage'), { once: true })
  location.assign(path)
}

export function clearStorage(storage: 'localStorage' | 'sessionStorage') {
  try {
    window[storage].clear()
  } catch {}
}
