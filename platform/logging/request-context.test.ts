import { expect, test } from 'vitest'
import { requestIdFrom } from './request-context.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const NGINX_ID = '0123456789abcdef0123456789abcdef'

test('MONITOR-7 the ID of a trusted proxy is used, that of anybody else is replaced', () => {
  expect(requestIdFrom(NGINX_ID, true)).toBe(NGINX_ID)
  expect(requestIdFrom('1f0e9c52-6a1d-4a0e-9b53-0d2d8f1f7a11', true)).toBe(
    '1f0e9c52-6a1d-4a0e-9b53-0d2d8f1f7a11',
  )
  expect(requestIdFrom(NGINX_ID, false)).toMatch(UUID)
  expect(requestIdFrom(undefined, true)).toMatch(UUID)
})

test.each([
  ['a phone number', '0207946097702079460977020794609'],
  ['a name', 'zebulon-markworth'],
  ['an address and a port', '7F000001:A2C4_7F000001:0050_65A1B2C3_0001:0003'],
  ['two lines', `${NGINX_ID}\n${NGINX_ID}`],
  ['a longer text', `${NGINX_ID}0`],
])('MONITOR-7 %s is no well-formed ID', (_name, id) => {
  expect(requestIdFrom(id, true)).toMatch(UUID)
})
