import { expect, test } from 'vitest'
import { inOneLine, writtenParts } from './written-parts.ts'

test('CATALOGUE-39 a description has paragraphs, lines and lists', () => {
  const text = 'First\nline.\r\n\r\nThen:\n- one\n* two\n\n– three\n1. stir\n2. eat\n\n\n-5 °C\n'
  expect(writtenParts(text)).toEqual([
    'First\nline.',
    'Then:',
    ['one', 'two'],
    ['three'],
    '1. stir\n2. eat',
    '-5 °C',
  ])
  expect(inOneLine(writtenParts(text))).toBe('First line. Then: one, two. three. 1. stir 2. eat -5 °C')
  expect([writtenParts(null), writtenParts(' \n')]).toEqual([[], []])
})
