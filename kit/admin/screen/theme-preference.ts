import { THEME_COOKIE } from '#kit/storage/storage-keys.ts'

export type ColourTheme = 'light' | 'dark'

const YEAR_SECONDS = 31_536_000

/** Null if it equals the operating system's preference, so that the page follows it again. */
export const themeToStore = (chosenTheme: ColourTheme, systemTheme: ColourTheme): ColourTheme | null =>
  chosenTheme === systemTheme ? null : chosenTheme

export function toggleTheme() {
  const systemTheme: ColourTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const root = document.documentElement
  const shownTheme = root.dataset['theme'] ?? systemTheme
  const storedTheme = themeToStore(shownTheme === 'dark' ? 'light' : 'dark', systemTheme)
  document.cookie = `${THEME_COOKIE}=${storedTheme ?? ''}; Path=/admin; Max-Age=${storedTheme ? YEAR_SECONDS : 0}; SameSite=Lax`
  if (storedTheme) root.dataset['theme'] = storedTheme
  else delete root.dataset['theme']
}
