import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { isPhoneNumber } from './phone-number.ts'
import { parseDeliverablePostCode, POST_CODE_AREAS } from './post-code.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

function sequenceFrom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 0x8000_0000) / 0x8000_0000
}
const next = sequenceFrom(32)
const oneOf = <Of>(among: readonly Of[]) => among[Math.floor(next() * among.length)]!
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ODD = [
  '',
  ' ',
  '  ',
  '\u00a0',
  '\u0085',
  '\u200b',
  '-',
  '.',
  '(',
  ')',
  'ß',
  'ı',
  'İ',
  'ſ',
  'K',
  'é',
  '０',
  '٣',
  '🌶',
  '\n',
  '_',
  '/',
  '+',
  '0',
  'x',
  '#',
  'ext. ',
  'EXT',
  '44',
  '0044',
  '+44',
]

test('DELIVERY-3 DELIVERY-6 JavaScript and PostgreSQL accept the same post codes: all areas, all formats, and random text', async () => {
  const areas = [...POST_CODE_AREAS.split('|'), 'BF', 'JE', 'GY', 'IM', 'QV', 'XX', 'GX', ...ALPHABET]
  const formed = areas.flatMap((area) =>
    ['0', '1', '9', '00', '01', '10', '99', '100', ...ALPHABET.map((letter) => `1${letter}`)].flatMap(
      (district) =>
        [' 1AA', '9ZZ', '1CA', '1AO', 'AAA', '12A', '1A'].map((inward) => area + district + inward),
    ),
  )
  const noise = Array.from({ length: 20_000 }, () => {
    const right = [...oneOf(formed)]
    right.splice(Math.floor(next() * right.length), Math.floor(next() * 2), oneOf(ODD))
    return oneOf([
      right.join(''),
      right.join('').toLowerCase(),
      `BFPO${oneOf(ODD)}${Math.floor(next() * 20_000)}`,
      `GIR${oneOf(ODD)}0AA`,
    ])
  })
  const entered = [...formed, ...noise]
  const rows = await database.query<{ post_code: string | null }>(
    'select deliverable_post_code(one) as post_code from unnest($1::text[]) with ordinality as o (one, at) order by at',
    [entered],
  )
  const ours = entered.map((one) => {
    const checked = parseDeliverablePostCode(one)
    return checked.ok ? checked.value : null
  })
  const different = entered.filter((_, at) => rows[at]!.post_code !== ours[at])
  expect(different).toEqual([])
  expect(ours.filter((postCode) => postCode !== null).length).toBeGreaterThan(3000)
})

test('DELIVERY-4 DELIVERY-6 JavaScript and PostgreSQL accept the same phone numbers', async () => {
  const entered = Array.from({ length: 20_000 }, () => {
    const pieces = Array.from({ length: 1 + Math.floor(next() * 8) }, () =>
      oneOf([oneOf(ODD), String(Math.floor(next() * 10 ** (1 + Math.floor(next() * 6)))), ' ']),
    )
    return oneOf(['', '+44', '0', '0044', '(0)']) + pieces.join('')
  })
  const rows = await database.query<{ is_one: boolean }>(
    'select is_phone_number(one) as is_one from unnest($1::text[]) with ordinality as o (one, at) order by at',
    [entered],
  )
  expect(entered.filter((one, at) => rows[at]!.is_one !== isPhoneNumber(one))).toEqual([])
  expect(entered.filter(isPhoneNumber).length).toBeGreaterThan(2000)
})
