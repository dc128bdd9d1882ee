import { describe, expect, test } from 'vitest'
import { settingMessages } from './setting-messages.ts'

describe('SETTING-8 The words of leaving the demonstration', () => {
  test('a second press is answered with a sentence', () => {
    expect(
      settingMessages.demonstrationRemoved({ deleted: 29, switched_off: 18, categories_deleted: 2 }),
    ).toBe('29 products deleted, 18 products switched off, 2 categories deleted.')
    expect(settingMessages.demonstrationRemoved({ deleted: 0, switched_off: 0, categories_deleted: 0 })).toBe(
      'Nothing of the demonstration was left to remove.',
    )
  })
})
