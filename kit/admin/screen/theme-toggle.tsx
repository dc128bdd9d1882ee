import { MoonIcon, SunIcon } from './admin-icons.tsx'
import { toggleTheme } from './theme-preference.ts'

/** CSS decides which icon is visible, because the server does not know the theme. */
export function ThemeToggle() {
  return (
    <button
      type="button"
      className="button button-quiet button-icon needs-script"
      aria-label="Switch between light and dark"
      title="Light or dark"
      onClick={toggleTheme}
    >
      <SunIcon className="theme-icon-day" />
      <MoonIcon className="theme-icon-night" />
    </button>
  )
}
