import { expect, test } from 'vitest'
import { mendedFields } from './use-field-errors.ts'

const standing = { email: 'Enter your email', password: 'Too short', confirm_password: 'They differ' }

test('a field that is right now need say nothing any longer; one that is still wrong keeps its sentence', () => {
  const now = { password: 'Too short', confirm_password: 'They differ' }
  expect(mendedFields(standing, standing, now, 'email')).toEqual(['email'])
  expect(mendedFields(standing, standing, { ...now, email: 'Not an address' }, 'email')).toEqual([])
})

test('of two passwords that differed each puts the other right', () => {
  expect(mendedFields({ confirm_password: 'They differ' }, { confirm_password: 'They differ' }, {}, 'password')).toEqual(['confirm_password'])
})

test('what only the server knows is taken for mended once its own field was changed', () => {
  const taken = { name: 'A product with this name already exists' }
  expect(mendedFields(taken, {}, {}, 'price')).toEqual([])
  expect(mendedFields(taken, {}, {}, 'name')).toEqual(['name'])
})

test('nothing new is said: a field that was right at the submit is not looked at', () => {
  expect(mendedFields({}, {}, { city: 'Enter your city' }, 'city')).toEqual([])
})
