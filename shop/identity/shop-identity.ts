import { demonstrationBrandMark, type BrandMark } from './brand-mark.ts'

/** Who the shop says it is: one place, handed to every screen and mail, changeable by settings. */
export type ShopIdentity = {
  name: string
  /** The brand of a product whose own brand was left empty. */
  brand: string
  company: string
  /** Eight characters, as Companies House writes it; null for a sole trader, and while nobody has given it. */
  companyNumber: string | null
  /** 'England and Wales', 'Scotland' and so on; null like the number. */
  placeOfRegistration: string | null
  /** 'GB 123 4567 82'; null where the shop is not registered for VAT. */
  vatNumber: string | null
  /** What the law has it say of these, in sentences without their full stops. */
  registration: string[]
  /** Lines of the postal address. */
  address: string[]
  phone: string
  email: string
  social: { name: string; url: string }[]
  /** What the shop is, in one sentence under its name. */
  tagline: string
  mark: BrandMark
  /** The manufacturer that a product starts with. */
  defaultManufacturer: { name: string; address: string; city: string; country: string }
}

/** Apart from the rest, which the browser's scripts need not carry. */
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
  tagline: 'Kerala and Wayanad food for kitchens in the United Kingdom, named after the last hairpin of the road up the hill.',
  mark: demonstrationBrandMark,
  defaultManufacturer: {
    name: DEMONSTRATION_COMPANY,
    address: '9 Peppercorn Yard',
    city: 'London',
    country: 'United Kingdom',
  },
}

/** Whether the company is the invented one: every page and mail then marks it as demonstration data. */
export const hasInventedCompany = ({ company }: Pick<ShopIdentity, 'company'>): boolean => company === DEMONSTRATION_COMPANY

/**
 * Whether the shop is the demonstration itself. Its story, pictures and claims are shown under no other name and for no
 * other company.
 */
export const isDemonstration = (identity: Pick<ShopIdentity, 'name' | 'company'>): boolean =>
  identity.name === demonstrationName && hasInventedCompany(identity)
