import { pickRandom, type Random } from '#prove/runner/seeded-random.ts'

/** Known to be mishandled by parsers, databases, file systems or templates. */
const FUZZ_FRAGMENTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e309',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  "'",
  '"',
  '`',
  '\\',
  '/',
  '//',
  '..',
  '../../etc/passwd',
  '%',
  '%00',
  '%ff',
  '%2e%2e%2f',
  '%E0%A4%A',
  '\0',
  '\r\n',
  '\t',
  '\u2028',
  '\u202e',
  '\ud800',
  '\u{1f336}',
  'é',
  'ﬀ',
  'İ',
  "' or 1=1 --",
  '"; drop table orders; --',
  "'||(select version())||'",
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  'toString',
  '()=>{}',
  '(a+)+$',
  '*',
  '.*',
  '%s%n%x',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '\\\\host\\share',
  'CON',
  'A'.repeat(300),
  '２',
  '٣',
  '0x10',
  '1_000',
  '1,000',
  '2026-13-45',
  '0000-00-00',
  '9999-12-31',
  'infinity',
  '-infinity',
  'epoch',
  '00000000-0000-0000-0000-000000000000',
]

export function createFuzzString(random: Random, valid = ''): string {
  const pick = () => pickRandom(FUZZ_FRAGMENTS, random)
  const at = Math.floor(random() * (valid.length + 1))
  switch (Math.floor(random() * 7)) {
    case 0:
      return valid.slice(0, at) + pick() + valid.slice(at)
    case 1:
      return valid.slice(at)
    case 2:
      return pick() + pick()
    case 3:
      return valid.toUpperCase()
    case 4:
      return Array.from({ length: 1 + Math.floor(random() * 12) }, () =>
        String.fromCharCode(1 + Math.floor(random() * 400)),
      ).join('')
    case 5:
      return valid + valid
    default:
      return pick()
  }
}

export function createFuzzJson(random: Random, valid: unknown): string {
  switch (Math.floor(random() * 7)) {
    case 0:
      return '['.repeat(1 + Math.floor(random() * 20_000))
    case 1:
      return `${'{"a":'.repeat(Math.floor(random() * 5000))}1${'}'.repeat(Math.floor(random() * 5000))}`
    case 2:
      return JSON.stringify(valid).slice(0, Math.floor(random() * 200))
    case 3:
      return JSON.stringify(Array(1 + Math.floor(random() * 2000)).fill(valid))
    case 4:
      return JSON.stringify(valid).replace(/"[^"]*"(?=[,}\]])/, JSON.stringify(createFuzzString(random)))
    case 5:
      return JSON.stringify(valid).replace(
        /:\s*\d+(\.\d+)?/,
        `:${pickRandom(['-1', '1e999', '0.1', '"1"', 'null', '[]', '9007199254740993', '1e-9'], random)}`,
      )
    default:
      return `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"a":${JSON.stringify(createFuzzString(random))}}`
  }
}
