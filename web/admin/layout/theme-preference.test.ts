import { expect, test } from 'vitest'
import { themeToStore } from './theme-preference.ts'

test('a choice against the machine is kept, one that agrees with it lets go', () => {
  expect(themeToStore('dark', 'light')).toBe('dark')
  expect(themeToStore('light', 'dark')).toBe('light')
  expect(themeToStore('dark', 'dark')).toBeNull()
  expect(themeToStore('light', 'light')).toBeNull()
})
