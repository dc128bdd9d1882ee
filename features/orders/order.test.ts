import { expect, test } from 'vitest'
import { shortId } from './order.ts'

test('ORDER-28 the short id is the first 8 characters, uppercased', () => {
  expect(shortId('0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d')).toBe('0A1B2C3D')
})
