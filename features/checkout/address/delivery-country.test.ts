import { expect, test } from 'vitest'
import { otherCountry } from './delivery-country.ts'

test.each([
  'United Kingdom',
  ' united  kingdom ',
  'UK',
  'U.K.',
  'gb',
  'England',
  'SCOTLAND',
  'Wales',
  'Northern Ireland',
  'Great Britain',
  '',
  ' ',
  null,
  undefined,
])('DELIVERY-5 a profile with %j needs no warning', (country) => expect(otherCountry(country)).toBeNull())

test.each([
  ['France', 'France'],
  [' Republic  of Ireland ', 'Republic of Ireland'],
  ['Jersey', 'Jersey'],
  ['Isle of Man', 'Isle of Man'],
])('DELIVERY-5 a profile with %j is warned that we do not deliver there', (country, named) =>
  expect(otherCountry(country)).toBe(named),
)
