import { describe, expect, test } from 'vitest'
import { demonstrationIdentity } from './shop-identity.ts'
import {
  companyNumber,
  isRegisteredCompany,
  missingIdentityFields,
  vatNumber,
} from './registration-numbers.ts'

describe('IDENTITY-5 company and VAT numbers', () => {
  test.each([
    ['01234567', '01234567'],
    ['sc123456', 'SC123456'],
    [' NI 012345 ', 'NI012345'],
    ['R0001234', 'R0001234'],
    ['IP12345R', 'IP12345R'],
    ['1234567', null],
    ['012345678', null],
    ['S1234567', null],
    ['０１２３４５６７', null],
    ['01234567<b>', null],
    ['', null],
  ])('%j is %j at Companies House', (typed, number) => expect(companyNumber(typed)).toBe(number))

  test.each([
    ['GB123456782', 'GB 123 4567 82'],
    ['123 4567 82', 'GB 123 4567 82'],
    ['gb 123-4567-82', 'GB 123 4567 82'],
    ['GB 123 4567 27', 'GB 123 4567 27'],
    ['GB123456782001', 'GB 123 4567 82 001'],
    ['GB123456789', null],
    ['GB12345678', null],
    ['FR12345678901', null],
    ['', null],
  ])('%j is %j at HMRC', (typed, number) => expect(vatNumber(typed)).toBe(number))

  test.each([
    ['Saffron Lane Trading Ltd', true],
    ['SAFFRON LANE LIMITED', true],
    ['Saffron Lane LLP.', true],
    ['Bara Lon Cyfyngedig', true],
    ['Priya Nair', false],
    ['Limited Edition Spices', false],
  ])('%s is registered: %s', (name, isRegistered) => expect(isRegisteredCompany(name)).toBe(isRegistered))
})

describe('IDENTITY-5 missing settings of a real shop', () => {
  const real = { ...demonstrationIdentity, name: 'Saffron Lane', company: 'Saffron Lane Trading Ltd' }

  test('none for the demonstration or a sole trader', () => {
    expect(missingIdentityFields(demonstrationIdentity)).toEqual([])
    expect(missingIdentityFields({ ...real, company: 'Priya Nair' })).toEqual([])
  })

  test('IDENTITY-5 number and place of a registered company; never the VAT number', () => {
    expect(missingIdentityFields(real)).toEqual(['company_number', 'place_of_registration'])
    expect(missingIdentityFields({ ...real, companyNumber: '01234567' })).toEqual(['place_of_registration'])
    expect(
      missingIdentityFields({ ...real, companyNumber: '01234567', placeOfRegistration: 'Wales' }),
    ).toEqual([])
  })

  test('a name of its own', () => {
    const named = {
      ...real,
      name: demonstrationIdentity.name,
      companyNumber: '01234567',
      placeOfRegistration: 'Wales',
    }
    expect(missingIdentityFields(named)).toEqual(['name'])
  })
})
