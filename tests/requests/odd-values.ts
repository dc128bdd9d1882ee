/** What people and programs send where a form expects something else, by what it is. */
export const ODD_VALUES: Readonly<Record<string, string>> = {
  nothing: '', 'a space': ' ', 'a NUL': 'a\0b', 'U+0085': '\u0085', 'U+0085 around': '\u0085a\u0085', 'a no-break space': '\u00a0', 'a zero-width space': '\u200b',
  'a byte order mark': '\ufeff', 'a line separator': '\u2028', 'line ends': '\r\n\n\r', 'control characters': '\u0001\u0008\u001b\u007f\u009f', 'half a character': '\ud800',
  'the other half': 'a\udc00', 'a right-to-left mark': '\u202eabc\u202d', 'a long word': 'x'.repeat(6000), 'many spaces': ' '.repeat(5000), 'spaces before a letter': `${'\n'.repeat(600)}x`,
  'twelve ß': 'ß'.repeat(12), 'forty ß': 'ß'.repeat(40), 'twenty İ': 'İ'.repeat(20), 'ligatures': 'ﬃ'.repeat(40), 'combining marks': `Z${'\u0301'.repeat(300)}`,
  emoji: '👩‍👩‍👧‍👦🌶️'.repeat(10), 'a digit of another script': '１２', 'an Arabic digit': '٣', '1e400': '1e400', '1e30': '1e30', '1e15': '1e15', 'minus zero': '-0', NaN: 'NaN', Infinity: 'Infinity',
  'the last int4': '2147483647', 'past int4': '2147483648', 'before int4': '-2147483649', 'a large stock': '99999999999', 'past what is exact': '9007199254740993',
  'the last int8': '9223372036854775807', 'past int8': '9223372036854775808', 'sixty digits': '9'.repeat(60), hexadecimal: '0x7fffffff', 'a fraction': '1.5', 'a tiny fraction': '0.000000001',
  'two points': '1.2.3', 'the year 0': '0000-01-01', 'no day': '0000-00-00', 'the first year': '0001-01-01', 'the last year': '9999-12-31', 'the last year of Date': '275761-01-01',
  'a signed year': '+275760-09-13', 'a year before': '-0001-12-31', '30 February': '2026-02-30', infinity: 'infinity', epoch: 'epoch', 'an id of zeros': '00000000-0000-0000-0000-000000000000',
  'an id of nobody': 'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF', 'half an id': '7a7a7a7a-7a7a', 'a list': '[]', 'an object': '{}', 'null': 'null', 'deep JSON': '['.repeat(3000), '__proto__': '__proto__',
  quotes: `'"\`\\`, 'a percent sign': '%', 'an encoded NUL': '%00', SQL: `'; drop table orders; --`, 'a format': '%s%n$1', 'a pattern': '(a+)+$\\', 'a template': '{{7*7}}${7*7}',
  'an address of mail': 'a@b.example', 'two addresses of mail': 'a@b.example,c@d.example', 'a mail with U+0085': 'next-line@b.example\u0085', 'a path': '../../etc/passwd', 'a web address': 'https://elsewhere.example/',
}

/** Bodies that are no form of this shop at all, by what they are. */
export const ODD_BODIES: Readonly<Record<string, { type?: string; body: string | Uint8Array }>> = {
  'no body': { body: '' },
  'no type': { body: 'intent=edit' },
  JSON: { type: 'application/json', body: '{"intent":"edit","version":1e400}' },
  'plain text': { type: 'text/plain', body: 'intent=edit' },
  'multipart without a boundary': { type: 'multipart/form-data', body: '--x--' },
  'multipart that ends too soon': { type: 'multipart/form-data; boundary=x', body: '--x\r\ncontent-disposition: form-data; name="intent"\r\n\r\ned' },
  'multipart of another boundary': { type: 'multipart/form-data; boundary=x', body: '--y\r\n\r\n--y--' },
  'bytes that are no text': { type: 'application/x-www-form-urlencoded', body: new Uint8Array([0x65, 0x3d, 0xed, 0xa0, 0x80, 0xff, 0xfe]) },
  'half a character, encoded': { type: 'application/x-www-form-urlencoded', body: 'email=%ED%A0%80&token=%ED%A0%80&search=%C0%80' },
}
