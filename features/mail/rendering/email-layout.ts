import { hasInventedCompany, type ShopIdentity } from '#shop/identity/shop-identity.ts'

/** Required by law on a durable medium. */
export function traderLines(identity: ShopIdentity): string[] {
  return [
    `${identity.name} is a trading name of ${identity.company}`,
    identity.address.join(', '),
    ...identity.registration,
    `Telephone ${identity.phone}`,
    identity.email,
  ]
}

/** Recipients must not take emails of the invented company for those of a real trader. */
export const demonstrationNotice = (identity: ShopIdentity) =>
  hasInventedCompany(identity)
    ? 'This is a demonstration shop: the company, its address and its numbers are invented, and nothing is sold.'
    : null
