import { expect, test } from 'vitest'
import { themeToStore } from './theme-preference.ts'

test('a theme is stored only if it differs from the operating system preference', () => {
  expect(themeToStore('dark', 'light')).toBe('dark')
  expect(themeToStore('light', 'dark')).toBe('light')
  expect(themeToStore('dark', 'dark')).toBeNull()
  expect(themeToStore('light', 'light')).toBeNull()
})
