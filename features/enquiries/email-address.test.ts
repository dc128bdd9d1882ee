import { expect, test } from 'vitest'
import { z } from 'zod'
import { isEmailAddress } from './email-address.ts'

const ADDRESSES = [
  'priya@shopper.example',
  'p.nair+shop@mail.shopper.example',
  "o'brien@shopper.example",
  'a_b-c@x.co',
  'P@SHOPPER.EXAMPLE',
  'priya',
  'priya@',
  '@shopper.example',
  'a b@shopper.example',
  'priya@shopper',
  'priya@shopper.e',
  'priya@@shopper.example',
  '.priya@shopper.example',
  'priya.@shopper.example',
  'pri..ya@shopper.example',
  'priya@-shopper.example',
  'priya@shopper..example',
  'priya@shopper.example.',
  'priya@shopper.3x',
  "priya'@shopper.example",
  'prïya@shopper.example',
  'priya@shöpper.example',
  '',
  'priya@[127.0.0.1]',
  'priya,nair@shopper.example',
  'priya@shopper.example\n',
  'priya@shopper_one.example',
  '-@x.example',
  "'a@x.example",
]

test.each(ADDRESSES)('ENQUIRY-4 %j is an email address as in the account forms', (address) => {
  expect(isEmailAddress(address)).toBe(z.email().safeParse(address).success)
})
