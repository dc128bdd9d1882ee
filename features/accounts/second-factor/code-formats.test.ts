import { expect, test } from 'vitest'
import { parseAppCode, parseRecoveryCode, RECOVERY_CODE_EXAMPLE } from './code-formats.ts'
import { generateRecoveryCodes } from './recovery-codes.server.ts'

test.each([
  ['012345', '012345'],
  [' 012 345 ', '012345'],
  ['01234', null],
  ['0123456', null],
  ['01234a', null],
  ['', null],
])('MFA-10 %j as app code is parsed as %j', (typed, read) => expect(parseAppCode(typed)).toBe(read))

test.each([
  ['k7mq-4xwd-29pf', 'k7mq-4xwd-29pf'],
  ['K7MQ 4XWD 29PF', 'k7mq-4xwd-29pf'],
  ['k7mq4xwd29pf', 'k7mq-4xwd-29pf'],
  ['k7mq–4xwd–29pf', 'k7mq-4xwd-29pf'],
  ['k7mq-4xwd', null],
  ['012345', null],
  ['k7mq-4xwd-29p!', null],
])('MFA-10 %j typed as a recovery code is %j', (typed, read) => expect(parseRecoveryCode(typed)).toBe(read))

test('MFA-2 generates ten distinct recovery codes in their stored form', () => {
  const codes = generateRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of [...codes, RECOVERY_CODE_EXAMPLE]) expect(parseRecoveryCode(code)).toBe(code)
})
