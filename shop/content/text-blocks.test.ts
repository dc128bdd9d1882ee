import { expect, test } from 'vitest'
import { plainTextBlocks, plainTextLine } from './text-blocks.ts'

test('CATALOGUE-39 a text has paragraphs, lines and lists', () => {
  const text = 'First\nline.\r\n\r\nThen:\n- one\n- two\n\n1. stir\n2) eat\n-5 °C\n\n\n• alone'
  expect(plainTextBlocks(text)).toEqual([
    { paragraph: ['First\nline.'] },
    { paragraph: ['Then:'] },
    { items: [[{ paragraph: ['one'] }], [{ paragraph: ['two'] }]] },
    { items: [[{ paragraph: ['stir'] }], [{ paragraph: ['eat'] }]], start: 1 },
    { paragraph: ['-5 °C'] },
    { items: [[{ paragraph: ['alone'] }]] },
  ])
  expect(plainTextLine(text)).toBe('First line. Then: one, two. stir, eat. -5 °C alone.')
})
