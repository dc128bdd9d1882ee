import { expect, test } from 'vitest'
import { readDemoCatalogue } from './demo-files.server.ts'

/** Labels say where and when a product was made. */
const CLAIM_OF_PLACE_OR_TIME =
  /\b(?:ground|roasted|made|fried|packed|pressed) (?:in|at) [A-Z]|\bLondon\b|\bevery (?:day|week|month)\b|\bto order\b/

test('IDENTITY-8 the texts of demo categories claim no place or time of making, which a label could contradict', async () => {
  const { categories } = await readDemoCatalogue()
  const claims = (text: string) => CLAIM_OF_PLACE_OR_TIME.test(text)
  expect(categories.map((category) => JSON.stringify(category)).filter(claims)).toEqual([])
  expect(claims('Ground spices, ground in London every week.')).toBe(true)
})
