import { expect, inject, test } from 'vitest'
import { PENDING_SIGN_IN_COOKIE } from '#kit/storage/storage-keys.ts'
import { PASSWORD, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'

test('CUSTOMERS-21 the answer to a deletion clears every cookie about the person', async () => {
  const customer = await signInNewCustomer(inject('shopUrl'))
  customer.take([`${PENDING_SIGN_IN_COOKIE}=typed`, 'remember-nothing=1'])
  const names = () => customer.cookie.split('; ').map((pair) => pair.split('=')[0])
  expect(names()).toContain('ninth-bend-device')
  const response = await customer.post('/profile/data', { current_password: PASSWORD })
  expect(response.headers.get('location')).toBe('/login?notice=account-deleted')
  expect(names()).toEqual(['remember-nothing', 'account-erased'])
})
