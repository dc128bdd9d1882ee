import { hasInventedCompany, type ShopIdentity } from '#shop/identity/shop-identity.ts'

/** Seller details in every email footer, legally required on a durable medium. */
export function traderLines(identity: ShopIdentity): string[] {
  return [
    `${identity.name} is a trading name of ${identity.company}`,
    identity.address.join(', '),
    ...identity.registration,
    `Telephone ${identity.phone}`,
    identity.email,
  ]
}

/** Prevents that emails of the invented company are taken for a real trader's. */
export const demonstrationNotice = (identity: ShopIdentity) =>
  hasInventedCompany(identity)
    ? 'This is a demonstration shop: the company, its address and its numbers are invented, and nothing is sold.'
    : null
