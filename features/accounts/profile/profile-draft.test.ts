import { expect, test } from 'vitest'
import { changedProfileFields } from './profile-draft.ts'

const profile = {
  full_name: 'Anu Mathew',
  phone: null,
  address: '4 Mill Lane',
  post_code: 'LS1 4AP',
  city: 'Leeds',
  country: null,
}
const shown = { ...profile, phone: '', country: '' }

test('SESSION-30 a profile as it is saved is no draft', () => {
  expect(changedProfileFields(shown, profile)).toBeNull()
  expect(changedProfileFields(null, profile)).toBeNull()
  expect(changedProfileFields({ full_name: '' }, null)).toBeNull()
})

test('SESSION-30 the draft has the six fields as typed, emptied ones too, and nothing else', () => {
  expect(changedProfileFields({ ...shown, city: '', phone: '020', email: 'x@y.example' }, profile)).toEqual({
    ...shown,
    city: '',
    phone: '020',
  })
})

test.each([{ city: 7 }, { customer_id: 'anu' }])('an invalid stored draft (%j) is ignored', (stored) => {
  expect(changedProfileFields(stored, profile)).toBeNull()
})
