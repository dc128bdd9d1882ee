import {
  demonstrationIdentity,
  hasInventedCompany,
  isDemonstration,
  type ShopIdentity,
} from './shop-identity.ts'
import { neutralBrandMark } from './brand-mark.ts'
import { isWebAddress } from '#shop/text/web-address.ts'
import { neutralTagline, registrationLines } from './registration-lines.ts'

/** What the owner has entered about the shop, as stored in the setting `identity`; null: not entered. */
export type IdentitySettings = {
  name: string | null
  tagline: string | null
  company: string | null
  company_number: string | null
  place_of_registration: string | null
  vat_number: string | null
  /** Lines, or parts separated by commas; the last one is the country. */
  address: string | null
  phone: string | null
  email: string | null
  instagram: string | null
  facebook: string | null
  youtube: string | null
}

export const NO_IDENTITY_SETTINGS: IdentitySettings = {
  name: null,
  tagline: null,
  company: null,
  company_number: null,
  place_of_registration: null,
  vat_number: null,
  address: null,
  phone: null,
  email: null,
  instagram: null,
  facebook: null,
  youtube: null,
}
export type IdentityField = keyof IdentitySettings
export const IDENTITY_FIELDS = Object.keys(NO_IDENTITY_SETTINGS) as IdentityField[]

export const MAX_IDENTITY_LENGTHS = {
  name: 60,
  tagline: 160,
  company: 120,
  address: 300,
  phone: 40,
} as const satisfies Partial<Record<IdentityField, number>>

/** With the owner's own company, no demonstration data are shown. */
export function createIdentity(settings: IdentitySettings): ShopIdentity {
  const demonstration = demonstrationIdentity
  const name = settings.name ?? demonstration.name
  const company = settings.company ?? demonstration.company
  const address = settings.address ? linesOf(settings.address) : demonstration.address
  const isInvented = hasInventedCompany({ company })
  const isDemonstrationShop = isDemonstration({ name, company })
  const links = [
    { name: 'Instagram', url: settings.instagram },
    { name: 'Facebook', url: settings.facebook },
    { name: 'YouTube', url: settings.youtube },
  ].flatMap((link) => (link.url && isWebAddress(link.url) ? [{ name: link.name, url: link.url }] : []))
  const registered = {
    companyNumber: settings.company_number,
    placeOfRegistration: settings.place_of_registration,
    vatNumber: settings.vat_number,
  }
  return {
    name,
    brand: name,
    company,
    ...registered,
    registration: registrationLines(registered),
    address,
    phone: settings.phone ?? demonstration.phone,
    email: settings.email ?? demonstration.email,
    social: links.length === 0 && isInvented ? demonstration.social : links,
    tagline: settings.tagline ?? (isDemonstrationShop ? demonstration.tagline : neutralTagline),
    mark: isDemonstrationShop ? demonstration.mark : neutralBrandMark,
    logo: null,
    defaultManufacturer: isInvented ? demonstration.defaultManufacturer : manufacturerAt(company, address),
  }
}

const linesOf = (address: string) =>
  address
    .split(/[,\n]/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The last line is the country, the one before it the city. */
function manufacturerAt(name: string, address: string[]): ShopIdentity['defaultManufacturer'] {
  return {
    name,
    address: address.slice(0, -2).join(', ') || null,
    city: address.at(-2) ?? null,
    country: address.at(-1) ?? demonstrationIdentity.defaultManufacturer.country,
  }
}
