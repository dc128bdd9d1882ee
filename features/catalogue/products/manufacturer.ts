import type { Manufacturer } from '#shop/identity/shop-identity.ts'

export const MANUFACTURER_PARTS = ['name', 'address', 'city', 'country'] as const

/** The shop's own manufacturer, unless the entry differs from it: a maker never gets somebody else's address. */
export function completeManufacturer(typed: Manufacturer | null, ofShop: Manufacturer): Manufacturer {
  const isOther = MANUFACTURER_PARTS.some((part) => typed?.[part] && typed[part] !== ofShop[part])
  return typed && isOther ? typed : ofShop
}
