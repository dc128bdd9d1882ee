/** What each field is called beside its box (§2), and the longest entry that the database takes. */
export const ACCOUNT_FIELDS = {
  full_name: { label: 'Full Name', longest: 120 },
  email: { label: 'Email Address', longest: 254 },
  phone: { label: 'Phone Number', longest: 40 },
  address: { label: 'Address', longest: 300 },
  post_code: { label: 'Post Code', longest: 12 },
  city: { label: 'City', longest: 100 },
  country: { label: 'Country', longest: 80 },
} as const
export type AccountField = keyof typeof ACCOUNT_FIELDS
