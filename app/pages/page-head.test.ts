import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { pageHead } from './page-head.ts'

const descriptionOf = (description: string) => {
  const html = pageHead({
    head: { title: 'Pepper', description },
    path: '/',
    identity: demonstrationIdentity,
    publicUrl: 'https://shop.example',
  })
  return /<meta name="description" content="([^"]*)">/.exec(html)![1]!
}

test('a description is truncated to whole words in one line', () => {
  const sentence = 'Pepper from the hills, dried in the sun.'
  expect(descriptionOf(`${sentence}\n\n`.repeat(6))).toBe(
    `${sentence} ${sentence} ${sentence} Pepper from the hills, dried in the…`,
  )
  expect(descriptionOf('x'.repeat(400))).toBe(`${'x'.repeat(159)}…`)
  expect(descriptionOf('Short and whole.')).toBe('Short and whole.')
})
