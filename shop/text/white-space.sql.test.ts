import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { collapseWhiteSpace, isBlank, trimWhiteSpace } from './white-space.ts'

type Found = { ends: number[]; within: number[]; blank: number[] }
let database: TestDatabase
let postgres: Found
beforeAll(async () => {
  database = await createTestDatabase()
  const [found] = await database.query<Found>(
    `select array_agg(code) filter (where trim_white_space(chr(code)) = '') as ends,
            array_agg(code) filter (where collapse_white_space('a' || chr(code) || chr(code) || 'b') = 'a b') as within,
            array_agg(code) filter (where chr(code) !~ '\\S') as blank
       from generate_series(1, 1114111) as code where code not between 55296 and 57343`,
  )
  postgres = found!
})
afterAll(() => database.close())

const codes = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => code > 0 && (code < 0xd8_00 || code > 0xdf_ff),
)
const characters = codes.map((code) => String.fromCodePoint(code))
const ofProperty = (property: RegExp) => characters.filter((character) => property.test(character))

test('CHECKOUT-6 JavaScript and PostgreSQL agree on white space for every character, at the ends and within', () => {
  const ours = codes.filter((_, at) => isBlank(characters[at]!))
  expect(postgres.ends).toEqual(ours)
  expect(postgres.within).toEqual(
    codes.filter((_, at) => collapseWhiteSpace(`a${characters[at]}${characters[at]}b`) === 'a b'),
  )
  expect(postgres.within).toEqual(ours)
})

test('covers all Unicode spaces and controls, and no letter, digit or sign', () => {
  const blank = new Set(characters.filter(isBlank))
  expect(
    [...ofProperty(/\s/), ...ofProperty(/\p{White_Space}/u), ...ofProperty(/\p{Cc}/u)].filter(
      (character) => !blank.has(character),
    ),
  ).toEqual([])
  expect([...blank].filter((character) => /[\p{L}\p{N}\p{P}\p{S}\p{M}]/u.test(character))).toEqual([])
  expect(isBlank('\0'), 'NUL, which reaches no database').toBe(true)
})

test('no constraint considers a text with other characters blank', () => {
  expect(postgres.blank.filter((code) => !isBlank(String.fromCodePoint(code)))).toEqual([])
})

test('long inner runs of spaces are fast', () => {
  const text = `a${' '.repeat(500_000)}b`
  const begun = performance.now()
  expect(trimWhiteSpace(text)).toBe(text)
  expect(collapseWhiteSpace(text)).toBe('a b')
  expect(performance.now() - begun).toBeLessThan(1000)
})

test('joiners stay, because Malayalam needs them at the end of a word', () => {
  expect(trimWhiteSpace(' അവന്\u200d ')).toBe('അവന്\u200d')
})
