import type { IdentityField } from './identity-settings.ts'
import { demonstrationName, hasInventedCompany, type ShopIdentity } from './shop-identity.ts'

/** Companies (Trading Disclosures) Regulations 2008. */
export const PLACES_OF_REGISTRATION = ['England and Wales', 'Wales', 'Scotland', 'Northern Ireland'] as const

/** '01234567' or 'SC123456'; null if it is not a valid company number. */
export function companyNumber(typed: string): string | null {
  const number = typed.replace(/\s/g, '').toUpperCase()
  return /^(\d{8}|[A-Z]{2}\d{6}|R0\d{6}|[A-Z]{2}\d{5}[A-Z])$/.test(number) ? number : null
}

/** 'GB 123 4567 82'; null if the check digits are wrong. */
export function vatNumber(typed: string): string | null {
  const digits = /^(?:GB)?(\d{9}(?:\d{3})?)$/.exec(typed.replace(/[\s.-]/g, '').toUpperCase())?.[1]
  if (!digits || !hasVatCheckDigits(digits)) return null
  return ['GB', digits.slice(0, 3), digits.slice(3, 7), digits.slice(7, 9), digits.slice(9)]
    .filter(Boolean)
    .join(' ')
}

/** The first seven digits, weighted 8 to 2, plus the two check digits are a multiple of 97; since 2010, 55 may be added. */
function hasVatCheckDigits(digits: string): boolean {
  const weightedSum = Array.from({ length: 7 }, (_, index) => Number(digits[index]) * (8 - index)).reduce(
    (sum, value) => sum + value,
  )
  const sum = weightedSum + Number(digits.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

const REGISTERED_SUFFIX =
  /\b(ltd|limited|plc|llp|lp|cic|cyf|cyfyngedig|ccc|pac|public limited company|community interest company)\.?$/i

export const isRegisteredCompany = (company: string): boolean => REGISTERED_SUFFIX.test(company.trim())

/** Only for a shop with its own company. */
export function missingIdentityFields(identity: ShopIdentity): IdentityField[] {
  if (hasInventedCompany(identity)) return []
  const { company, companyNumber: number, placeOfRegistration: place } = identity
  const isRegistered = isRegisteredCompany(company)
  return [
    ...(identity.name === demonstrationName ? ['name' as const] : []),
    ...(isRegistered && !number ? ['company_number' as const] : []),
    ...(isRegistered && !place ? ['place_of_registration' as const] : []),
  ]
}
