import { demonstrationBrandMark, type BrandMark } from './brand-mark.ts'

export type Manufacturer = {
  name: string
  address: string | null
  city: string | null
  country: string | null
}
export type Logo = { image_url: string; width: number; height: number }

export type ShopIdentity = {
  name: string
  brand: string
  company: string
  /** Eight characters, as Companies House writes it; null for a sole trader or if not set. */
  companyNumber: string | null
  placeOfRegistration: string | null
  /** 'GB 123 4567 82'; null if not registered for VAT. */
  vatNumber: string | null
  registration: string[]
  address: string[]
  phone: string
  email: string
  social: { name: string; url: string }[]
  tagline: string
  mark: BrandMark
  /** Replaces the drawn mark and the name; null if the owner has none. */
  logo: Logo | null
  defaultManufacturer: Manufacturer
}

/** Separate, so that browser scripts do not include the rest. */
export const demonstrationName = 'Ninth Bend'
const DEMONSTRATION_COMPANY = 'Ninth Bend Foods Ltd'

export const demonstrationIdentity: ShopIdentity = {
  name: demonstrationName,
  brand: demonstrationName,
  company: DEMONSTRATION_COMPANY,
  companyNumber: null,
  placeOfRegistration: null,
  vatNumber: null,
  registration: [],
  address: ['9 Peppercorn Yard', 'London', 'United Kingdom'],
  phone: '020 7946 0123',
  email: 'hello@ninthbend.example',
  social: [
    { name: 'Instagram', url: 'https://instagram.example/ninthbend' },
    { name: 'Facebook', url: 'https://facebook.example/ninthbend' },
    { name: 'YouTube', url: 'https://youtube.example/ninthbend' },
  ],
  tagline:
    'Kerala and Wayanad food for kitchens in the United Kingdom, named after the last hairpin of the road up the hill.',
  mark: demonstrationBrandMark,
  logo: null,
  defaultManufacturer: {
    name: DEMONSTRATION_COMPANY,
    address: '9 Peppercorn Yard',
    city: 'London',
    country: 'United Kingdom',
  },
}

/** Pages and emails then say that this is demonstration data. */
export const hasInventedCompany = ({ company }: Pick<ShopIdentity, 'company'>): boolean =>
  company === DEMONSTRATION_COMPANY

/** Its story, pictures and claims are shown only in the demonstration. */
export const isDemonstration = (identity: Pick<ShopIdentity, 'name' | 'company'>): boolean =>
  identity.name === demonstrationName && hasInventedCompany(identity)
