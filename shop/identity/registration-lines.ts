import type { ShopIdentity } from './shop-identity.ts'

type Registered = Pick<ShopIdentity, 'companyNumber' | 'placeOfRegistration' | 'vatNumber'>

export const neutralTagline = 'Authentic Indian food for kitchens in the United Kingdom.'

/** Required by law on every page, email and receipt. */
export function registrationLines({ companyNumber, placeOfRegistration, vatNumber }: Registered): string[] {
  const registered = [
    placeOfRegistration && `in ${placeOfRegistration}`,
    companyNumber && `company number ${companyNumber}`,
  ].filter(Boolean)
  return [
    ...(registered.length > 0 ? [`Registered ${registered.join(', ')}`] : []),
    ...(vatNumber ? [`VAT registration number ${vatNumber}`] : []),
  ]
}
