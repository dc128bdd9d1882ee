import { describe, expect, test } from 'vitest'
import { settingMessages } from './setting-messages.ts'

describe('SETTING-8 The words of leaving the demonstration', () => {
  test('name what is deleted, what stays on record, and the categories', () => {
    expect(settingMessages.demonstrationLead({ deleted: 29, switched_off: 18, categories_deleted: 1 })).toBe(
      '29 products of the demonstration are deleted for good. 18 products of the demonstration with orders or batches stay on record and go off sale. ' +
        '1 category of the demonstration, empty then, is deleted too.',
    )
    expect(settingMessages.demonstrationLead({ deleted: 0, switched_off: 1, categories_deleted: 0 })).toBe(
      '1 product of the demonstration with orders or batches stays on record and goes off sale.',
    )
  })

  test('a second press is answered with a sentence', () => {
    expect(
      settingMessages.demonstrationRemoved({ deleted: 29, switched_off: 18, categories_deleted: 2 }),
    ).toBe('29 products deleted, 18 products switched off, 2 categories deleted.')
    expect(settingMessages.demonstrationRemoved({ deleted: 0, switched_off: 0, categories_deleted: 0 })).toBe(
      'Nothing of the demonstration was left to remove.',
    )
  })
})
