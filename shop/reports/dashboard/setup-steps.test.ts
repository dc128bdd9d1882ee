import { expect, test } from 'vitest'
import { SETUP_STEPS, isSetupStepDone, needsSetupSteps } from './setup-steps.ts'

const real = { isInvented: false, missing: [], demoProducts: 0 }
const done = (products: number, categories: number, identity: Parameters<typeof isSetupStepDone>[2] = real) =>
  SETUP_STEPS.filter((step) => isSetupStepDone(step, { products, categories }, identity))

test('setup steps are shown until there is a category and a product', () => {
  expect(
    [
      [0, 0],
      [0, 1],
      [1, 1],
    ].map(([products, categories]) => needsSetupSteps({ products: products!, categories: categories! })),
  ).toEqual([true, true, false])
})

test('done steps are marked; unknown ones never are', () => {
  expect(done(0, 0, { ...real, isInvented: true })).toEqual([])
  expect(done(0, 0, { ...real, missing: ['company_number'] })).toEqual([])
  expect(done(0, 0, null)).toEqual([])
  expect(done(0, 0)).toEqual(['company'])
  expect(done(0, 1)).toEqual(['company', 'category'])
  expect(done(2, 1)).toEqual(['company', 'category', 'product'])
})
