export const ACCOUNT_FIELDS = {
  full_name: { label: 'Full Name', maxLength: 120 },
  email: { label: 'Email Address', maxLength: 254 },
  phone: { label: 'Phone Number', maxLength: 40 },
  address: { label: 'Address', maxLength: 300 },
  post_code: { label: 'Post Code', maxLength: 12 },
  city: { label: 'City', maxLength: 100 },
  country: { label: 'Country', maxLength: 80 },
} as const
export type AccountField = keyof typeof ACCOUNT_FIELDS
