import { expect, test } from 'vitest'
import { resolvedFields } from './use-field-errors.ts'

const fieldErrors = { email: 'Enter your email', password: 'Too short', confirm_password: 'They differ' }

test('a field that is valid now is resolved; one that is still invalid keeps its message', () => {
  const currentErrors = { password: 'Too short', confirm_password: 'They differ' }
  expect(resolvedFields(fieldErrors, fieldErrors, currentErrors, 'email')).toEqual(['email'])
  expect(
    resolvedFields(fieldErrors, fieldErrors, { ...currentErrors, email: 'Not an address' }, 'email'),
  ).toEqual([])
})

test('either of two different passwords resolves the other', () => {
  expect(
    resolvedFields({ confirm_password: 'They differ' }, { confirm_password: 'They differ' }, {}, 'password'),
  ).toEqual(['confirm_password'])
})

test('an error that only the server can detect is resolved when its field changes', () => {
  const serverErrors = { name: 'A product with this name already exists' }
  expect(resolvedFields(serverErrors, {}, {}, 'price')).toEqual([])
  expect(resolvedFields(serverErrors, {}, {}, 'name')).toEqual(['name'])
})

test('a field that was valid on submission gets no error', () => {
  expect(resolvedFields({}, {}, { city: 'Enter your city' }, 'city')).toEqual([])
})
