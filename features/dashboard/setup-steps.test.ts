import { describe, expect, test } from 'vitest'
import { needsSetupSteps, SETUP_STEPS, setupProgress, type SetupFacts } from './setup-steps.ts'

const NOTHING: SetupFacts = {
  has_test_email: false,
  has_own_story: false,
  has_own_product: false,
  has_order: false,
  has_second_administrator: false,
}
const EVERYTHING: SetupFacts = {
  has_test_email: true,
  has_own_story: true,
  has_own_product: true,
  has_order: true,
  has_second_administrator: true,
}
const real = { isInvented: false, missing: [], demoProducts: 0 }
const done = (...given: Parameters<typeof setupProgress>) =>
  setupProgress(...given).flatMap(({ step, isDone }) => (isDone ? [step] : []))

describe('SETTING-16 The first steps', () => {
  test('are done by their facts; a company that is unknown, invented or incomplete is not', () => {
    expect(done(NOTHING, real, false)).toEqual(['company'])
    expect(done(NOTHING, { ...real, isInvented: true }, false)).toEqual([])
    expect(done(NOTHING, { ...real, missing: ['company_number'] }, false)).toEqual([])
    expect(done(NOTHING, null, true)).toEqual(['backup'])
    expect(done({ ...NOTHING, has_order: true, has_test_email: true }, null, false)).toEqual([
      'mail',
      'order',
    ])
  })

  test('go once all is done', () => {
    expect(done(EVERYTHING, real, true)).toEqual([...SETUP_STEPS])
    expect(needsSetupSteps(setupProgress(EVERYTHING, real, true))).toBe(false)
    expect(needsSetupSteps(setupProgress(EVERYTHING, real, false))).toBe(true)
  })
})
