import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatError, serialiseError, redactPersonalData } from './error-serializer.ts'
import { redactPath, LOG_SERIALIZERS } from '#app/start/logger.ts'

const row = 'Failing row contains (Zebulon Markworth, 020 7946 0977, ZE2 9QX)'
const databaseError = (code: string, message: string) =>
  Object.assign(new Error(message), {
    severity: 'ERROR',
    code,
    detail: row,
    where: row,
    internalQuery: row,
    table: 'orders',
    constraint: 'shipping_address_check',
  })

test.each([
  [
    'a failed constraint',
    databaseError(
      '23514',
      'new row for relation "orders" violates check constraint "shipping_address_check"',
    ),
    'new row for relation "orders" violates check constraint "shipping_address_check"',
  ],
  [
    'a value of another type',
    databaseError('22P02', 'invalid input syntax for type uuid: "Zebulon "the" Markworth"'),
    'invalid input syntax for type uuid: […]',
  ],
  ['what a procedure raises', databaseError('P0001', row), 'raised by a procedure of the database'],
  [
    'a rejected recipient',
    Object.assign(new Error(row), {
      code: 'EENVELOPE',
      command: 'RCPT TO',
      responseCode: 550,
      response: '550 5.1.1 <zebulon@quill.example>',
      rejected: ['zebulon@quill.example'],
    }),
    'mail server: EENVELOPE 550 5.1.1',
  ],
  [
    'invalid JSON',
    (() => {
      try {
        JSON.parse('Zebulon Markworth')
      } catch (error) {
        return error
      }
    })(),
    'Unexpected token […], […] is not valid JSON',
  ],
  [
    'free text',
    new Error("No account for 'O'Zebulon', zebulon@quill.example, +44 20 7946 0977 or ZE2 9QX"),
    'No account for […], [address], [number] or [post code]',
  ],
  [
    'a system error',
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), {
      code: 'ECONNREFUSED',
      errno: -111,
      syscall: 'connect',
    }),
    'connect ECONNREFUSED 127.0.0.1:5432',
  ],
])('%s is logged without personal data', (_, problem, message) => {
  for (const error of [
    problem,
    new Error('outer', { cause: problem }),
    new AggregateError([problem], 'several'),
  ]) {
    for (const text of [JSON.stringify(serialiseError(error)), formatError(error)])
      expect(text).not.toMatch(/zebulon|markworth|7946|ZE2/i)
  }
  expect(serialiseError(problem).message).toBe(message)
})

test('a validation error names the field, not the value', () => {
  const { error } = z
    .object({ email: z.email(), lines: z.array(z.object({ price: z.number() })) })
    .safeParse({ email: 'Zebulon', lines: [{ price: 'Markworth' }] })
  expect(serialiseError(error).message).toBe('email (invalid_format), lines.0.price (invalid_type)')
})

test('the stack has the frames only, even if the message contains lines that look like frames', () => {
  const { stack } = serialiseError(new Error('x\n    at Zebulon (/Markworth.ts:1:1)'))
  expect(stack).toContain('error-serializer.test.ts')
  expect(stack).not.toContain('Zebulon')
})

test('thrown values that are no errors are logged with their type', () => {
  expect([
    serialiseError('call "Zebulon"'),
    serialiseError(null),
    serialiseError({ full_name: 'Zebulon' }),
  ]).toEqual([
    { type: 'string', message: 'call […]' },
    { type: 'object', message: '' },
    { type: 'Object', message: '' },
  ])
})

test('a path keeps known segments and IDs', () => {
  const id = '3f2a91bc-0000-4000-8000-000000000001'
  expect(redactPath(`/profile/orders/${id}`)).toBe(`/profile/orders/${id}`)
  expect(redactPath('/products/zebulon-markworth')).toBe('/products/…')
  expect(redactPath('/Zebulon%E0/zebulon@quill.example')).toBe('/…/…')
})

test('a list view is logged without the search text', () => {
  expect(LOG_SERIALIZERS.view({ search: 'Zebulon', status: 'Zebulon', page: 3, beside: null })).toEqual({
    page: 3,
  })
})

test('a long text without spaces or with many quotation marks is redacted in linear time', () => {
  const began = performance.now()
  for (const text of ['a'.repeat(64_000), '‘'.repeat(64_000), " 'a".repeat(20_000), 'a@'.repeat(32_000)])
    redactPersonalData(text)
  // Quadratic matching took most of a minute.
  expect(performance.now() - began).toBeLessThan(5_000)
})

test('text between the first and the last quotation mark is redacted, text without a pair is not', () => {
  expect(redactPersonalData('The value "Priya" of "name" is wrong')).toBe('The value […] is wrong')
  expect(redactPersonalData('‘Asha’ is not known')).toBe('[…] is not known')
  expect(redactPersonalData("the shop's log isn't full")).toBe("the shop's log isn't full")
})
