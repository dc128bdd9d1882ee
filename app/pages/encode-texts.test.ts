import { expect, test } from 'vitest'
import { encodeTexts } from './encode-texts.ts'

test('joins texts and bytes in order, whatever their characters', () => {
  const parts = ['<p>£4.50 – “fresh”', Buffer.from('ഏലം'), '', '😀\ud800</p>']
  expect(encodeTexts(parts).toString()).toBe('<p>£4.50 – “fresh”ഏലം😀\ufffd</p>')
})

test('a long text does not overwrite an earlier result', () => {
  const first = encodeTexts(['first'])
  const long = '’'.repeat(200_000)
  expect(encodeTexts([long]).toString()).toBe(long)
  expect(first.toString()).toBe('first')
})
