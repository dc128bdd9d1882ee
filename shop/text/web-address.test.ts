import { expect, test } from 'vitest'
import { isWebAddress } from './web-address.ts'

test.each([
  'https://instagram.com/shop',
  'http://shop.example',
  'https://youtube.com/@shop?a=b@c#d',
  'https://a.example:8443/',
])('SETTING-18 %j is an address for visitors', (address) => expect(isWebAddress(address)).toBe(true))
test.each([
  'https://user:pw@shop.example/',
  'https://shop.example@evil.example',
  'https://shop.example\\@evil.example',
  'https://shop.example/\nx',
  'https://shop\n.example',
  'https://shop.example/ x',
  'https://shop.example/\u202egro',
  'https:shop.example',
  'ftp://shop.example',
  'javascript:alert(1)',
  'https://',
])('SETTING-18 %j is none', (address) => expect(isWebAddress(address)).toBe(false))
