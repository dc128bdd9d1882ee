import { THEME_COOKIE } from '#web/session/storage-keys.ts'

export type Theme = 'light' | 'dark'

const YEAR_SECONDS = 31_536_000

/** What is kept after a switch: nothing once the choice is what the machine says anyway, so that it follows again. */
export const themeToKeep = (wanted: Theme, machine: Theme): Theme | null => (wanted === machine ? null : wanted)

/** Turns light into dark and back, here and for the next visit. */
export function switchTheme() {
  const machine: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const root = document.documentElement
  const shown = root.dataset['theme'] ?? machine
  const kept = themeToKeep(shown === 'dark' ? 'light' : 'dark', machine)
  document.cookie = `${THEME_COOKIE}=${kept ?? ''}; Path=/admin; Max-Age=${kept ? YEAR_SECONDS : 0}; SameSite=Lax`
  if (kept) root.dataset['theme'] = kept
  else delete root.dataset['theme']
}
