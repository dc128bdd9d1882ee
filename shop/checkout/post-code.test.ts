import { expect, test } from 'vitest'
import { looksLikePostCode, postCodeRemark } from './post-code.ts'

test.each(['sw1a1aa', ' M1-1AE ', 'ec1a 1bb', 'W1A0AX', 'DN55 1PT', 'B33 8TH', 'CR2 6XH', 'gir 0aa', '(LS1) 4AP.'])(
  'D19 %s is of British form',
  (entered) => {
    expect(looksLikePostCode(entered)).toBe(true)
    expect(postCodeRemark(entered)).toBeNull()
  },
)

test.each(['QV1 1AA', 'SW1A 1CA', '12345', 'LS1', 'AI1 1AA', 'X1 1AA', 'SW1A 1AAA'])('D19 %s gets a gentle word', (entered) => {
  expect(postCodeRemark(entered)).toBe('unusual')
})

test.each(['JE2 3AB', 'gy1 1aa', 'IM1 1AA'])('%s is British but not in the United Kingdom', (entered) => {
  expect(postCodeRemark(entered)).toBe('outside-uk')
})

test('D19 nothing is said of a post code that is not there yet', () => {
  expect(postCodeRemark('  ')).toBeNull()
})
