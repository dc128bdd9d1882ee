import { expect, test } from 'vitest'
import { decodeMail } from '#features/mail/transport/decode-mail.server.ts'
import { createPersonSearch } from './person-search.ts'

const isFound = createPersonSearch({
  emails: ['ann@x.example'],
  account_email: 'ann@x.example',
  order_ids: [],
})
const mail = (text: string) => decodeMail(Buffer.from(text))

test.each(['From ann@x.example.', 'Reply-To: "A" <Ann@X.example>', 'caf=C3=A9 ann=\r\n@x.example'])(
  'CUSTOMERS-10 an email with the address is found: %j',
  (text) => expect(isFound(mail(text))).toBe(true),
)

test.each([
  'joann@x.example',
  'ann@x.example.org',
  'caf=C3=A9 jo=\r\nann@x.example',
  'ann@x.example=\r\n.org',
])('CUSTOMERS-15 an email with a longer address is not: %j', (text) =>
  expect(isFound(mail(text))).toBe(false),
)
