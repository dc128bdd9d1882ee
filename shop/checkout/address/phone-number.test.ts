import { expect, test } from 'vitest'
import { isPhoneNumber } from './phone-number.ts'

test.each([
  '07700 900 123', '07700900123', '(01632) 960 001', '020-7946-0018', '020.7946.0018', '+44 7700 900123', '+447700900123', '0044 7700 900123', '+44 (0)20 7946 0018',
  '(+44) 20 7946 0018', '01632960001', '016977 1234', '020 7946 0018 ext. 12', '020 7946 0018 x12', '02079460018#4', '020 7946 0018 extension: 1234', '+33 1 23 45 67 89 10', '+1 202 555 0143',
  '07700 900123 / 020 7946 0018',
])('DELIVERY-4 %s is a phone number', (entered) => expect(isPhoneNumber(entered)).toBe(true))

test.each([
  '12', '', 'none', '0', '020 7946', '7946 0018', '077009001', '123456789', '+44 7700 9001', '+44 20 7946', '0044 20 7946 00', '+44 (0)20 7946', '020 7946 ext. 12345', '79460018 x123456', '٠٧٧٠٠٩٠٠١٢٣',
  '０７７００９００１２３', '+'.repeat(40), '----------', 'ten digits',
])('DELIVERY-4 %s has fewer than ten digits', (entered) => expect(isPhoneNumber(entered)).toBe(false))
