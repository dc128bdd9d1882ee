export const businessTypeLabels = {
  retail: 'Retail',
  restaurant: 'Restaurant',
  distributor: 'Distributor',
  other: 'Other',
} as const
export type BusinessType = keyof typeof businessTypeLabels
export const BUSINESS_TYPES = Object.keys(businessTypeLabels) as BusinessType[]
export const DEFAULT_BUSINESS_TYPE: BusinessType = 'retail'
