import { expect, test } from 'vitest'
import { resolvedFields } from './use-field-errors.ts'

const fieldErrors = { email: 'Enter your email', password: 'Too short', confirm_password: 'They differ' }

test('a field that is right now need say nothing any longer; one that is still wrong keeps its sentence', () => {
  const currentErrors = { password: 'Too short', confirm_password: 'They differ' }
  expect(resolvedFields(fieldErrors, fieldErrors, currentErrors, 'email')).toEqual(['email'])
  expect(resolvedFields(fieldErrors, fieldErrors, { ...currentErrors, email: 'Not an address' }, 'email')).toEqual([])
})

test('of two passwords that differed each puts the other right', () => {
  expect(resolvedFields({ confirm_password: 'They differ' }, { confirm_password: 'They differ' }, {}, 'password')).toEqual(['confirm_password'])
})

test('what only the server knows is taken for mended once its own field was changed', () => {
  const serverErrors = { name: 'A product with this name already exists' }
  expect(resolvedFields(serverErrors, {}, {}, 'price')).toEqual([])
  expect(resolvedFields(serverErrors, {}, {}, 'name')).toEqual(['name'])
})

test('nothing new is said: a field that was right at the submit is not looked at', () => {
  expect(resolvedFields({}, {}, { city: 'Enter your city' }, 'city')).toEqual([])
})
