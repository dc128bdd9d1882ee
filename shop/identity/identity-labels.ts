import type { IdentityField } from './identity-settings.ts'

export const IDENTITY_LABELS = {
  name: 'Name of the shop',
  tagline: 'One sentence about it',
  company: 'Company, or your own name',
  company_number: 'Company number',
  place_of_registration: 'Registered in',
  vat_number: 'VAT number',
  address: 'Address',
  phone: 'Phone',
  email: 'Email',
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
} as const satisfies Record<IdentityField, string>
