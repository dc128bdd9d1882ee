import { describe, expect, test } from 'vitest'
import { parseRecentlySeen, withNewestSeen } from './recently-seen.ts'

describe('STOREFRONT-24 Recently seen products', () => {
  test('the newest comes first, each once, eight at most', () => {
    const seen = ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g', 'h', 'i'].reduce<string[]>(withNewestSeen, [])
    expect(seen).toEqual(['i', 'h', 'g', 'f', 'e', 'd', 'a', 'c'])
    expect(parseRecentlySeen(JSON.stringify(seen))).toEqual(seen)
  })

  test.each([null, '', '{', '7', '{"a":1}', '["../admin", 7, null, "A B"]'])('%s is read as none', (text) => {
    expect(parseRecentlySeen(text)).toEqual([])
  })

  test('a longer stored list is cut, and repetitions count once', () => {
    const many = Array.from({ length: 20 }, (_, index) => `product-${index >> 1}`)
    expect(parseRecentlySeen(JSON.stringify(many))).toHaveLength(8)
  })
})
