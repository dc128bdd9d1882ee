import { demonstrationName, hasInventedCompany, type ShopIdentity } from './shop-identity.ts'

/** Where a company of the United Kingdom can be registered (Companies (Trading Disclosures) Regulations 2008). */
export const PLACES_OF_REGISTRATION = ['England and Wales', 'Wales', 'Scotland', 'Northern Ireland'] as const

/** As Companies House writes it, '01234567' or 'SC123456', from whatever was typed; null for what cannot be one. */
export function companyNumber(typed: string): string | null {
  const number = typed.replace(/\s/g, '').toUpperCase()
  return /^(\d{8}|[A-Z]{2}\d{6}|R0\d{6}|[A-Z]{2}\d{5}[A-Z])$/.test(number) ? number : null
}

/** As HMRC writes it, 'GB 123 4567 82', from whatever was typed; null for one that HMRC cannot have given out. */
export function vatNumber(typed: string): string | null {
  const digits = /^(?:GB)?(\d{9}(?:\d{3})?)$/.exec(typed.replace(/[\s.-]/g, '').toUpperCase())?.[1]
  if (!digits || !hasVatCheckDigits(digits)) return null
  return ['GB', digits.slice(0, 3), digits.slice(3, 7), digits.slice(7, 9), digits.slice(9)].filter(Boolean).join(' ')
}

/** The first seven digits, weighed 8 to 2, and the two after them come to a multiple of 97; numbers since 2010 are 55 more. */
function hasVatCheckDigits(digits: string): boolean {
  const weightedSum = Array.from({ length: 7 }, (_, index) => Number(digits[index]) * (8 - index)).reduce((sum, value) => sum + value)
  const sum = weightedSum + Number(digits.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

/** Registered companies have one of these at the end of their name by law, so that it tells whether a number is due. */
const REGISTERED_SUFFIX = /\b(ltd|limited|plc|llp|lp|cic|cyf|cyfyngedig|ccc|pac|public limited company|community interest company)\.?$/i

export const isRegisteredCompany = (company: string): boolean => REGISTERED_SUFFIX.test(company.trim())

/** The settings that a shop needs once it is no demonstration any more, and does not have. */
export function missingIdentitySettings(identity: ShopIdentity): string[] {
  if (hasInventedCompany(identity)) return []
  const { company, companyNumber: number, placeOfRegistration: place } = identity
  const isRegistered = isRegisteredCompany(company)
  return [
    ...(identity.name === demonstrationName ? ['SHOP_NAME'] : []),
    ...(isRegistered && !number ? ['SHOP_COMPANY_NUMBER'] : []),
    ...(isRegistered && !place ? ['SHOP_PLACE_OF_REGISTRATION'] : []),
  ]
}
