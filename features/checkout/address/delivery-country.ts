import { DEFAULT_COUNTRY } from '#shop/constants.ts'
import { collapseWhiteSpace } from '#shop/text/white-space.ts'

export const DELIVERY_COUNTRY = DEFAULT_COUNTRY

const OTHER_NAMES = new Set([
  'united kingdom',
  'the united kingdom',
  'uk',
  'u.k.',
  'gb',
  'g.b.',
  'gbr',
  'great britain',
  'britain',
  'england',
  'scotland',
  'wales',
  'cymru',
  'northern ireland',
  'united kingdom of great britain and northern ireland',
])

/** The profile's country unless it is the delivery country, otherwise null. */
export function otherCountry(profileCountry: string | null | undefined): string | null {
  const country = collapseWhiteSpace(profileCountry ?? '')
  return country === '' || OTHER_NAMES.has(country.toLowerCase()) ? null : country
}

export const otherCountryMessage = (country: string) =>
  `Your profile says ${country}. We deliver within the United Kingdom only, so the address has to be one there.`
