import { expect, test } from 'vitest'
import { undeliverableReasons } from './undeliverable.ts'

const sound = {
  status: 'pending',
  country: 'United Kingdom',
  post_code: 'SW1A 1AA',
  phone: '+44 20 7946 0100',
} as const

test('ORDER-45 a UK order is deliverable in any notation of country and post code', () => {
  for (const country of ['United Kingdom', ' united kingdom ', 'UK', 'England', 'Northern Ireland'])
    expect(undeliverableReasons({ ...sound, country })).toEqual([])
  for (const post_code of ['sw1a1aa', 'BX1 1LT', 'BT1 5GS', 'GIR 0AA'])
    expect(undeliverableReasons({ ...sound, post_code })).toEqual([])
})

test('ORDER-45 an older undeliverable order has its reasons', () => {
  expect(undeliverableReasons({ ...sound, country: 'France', post_code: '75001', phone: '12' })).toEqual([
    'the country is France',
    'the phone number is too short',
  ])
  for (const post_code of ['75001', 'JE2 3XX', 'GY1 1AA', 'IM1 1AA', '-']) {
    expect(undeliverableReasons({ ...sound, post_code })).toEqual([
      `${post_code} is no post code of the United Kingdom`,
    ])
  }
  expect(undeliverableReasons({ ...sound, post_code: 'BFPO 57' })).toEqual(['BFPO 57 is a BFPO address'])
})

test('ORDER-45 delivered and cancelled orders have none', () => {
  for (const status of ['delivered', 'cancelled'] as const)
    expect(undeliverableReasons({ ...sound, country: 'France', status })).toEqual([])
  for (const status of ['processing', 'shipped'] as const)
    expect(undeliverableReasons({ ...sound, country: 'France', status })).toHaveLength(1)
})
