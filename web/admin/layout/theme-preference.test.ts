import { expect, test } from 'vitest'
import { themeToKeep } from './theme-preference.ts'

test('a choice against the machine is kept, one that agrees with it lets go', () => {
  expect(themeToKeep('dark', 'light')).toBe('dark')
  expect(themeToKeep('light', 'dark')).toBe('light')
  expect(themeToKeep('dark', 'dark')).toBeNull()
  expect(themeToKeep('light', 'light')).toBeNull()
})
