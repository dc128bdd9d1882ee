import type { Manufacturer } from './product.ts'

export const MANUFACTURER_PARTS = ['name', 'address', 'city', 'country'] as const

/** The shop's own, whole, unless something else than its parts was given: a maker never has an address of another. */
export function completeManufacturer(typed: Manufacturer | null, ofShop: Manufacturer): Manufacturer {
  const isOther = MANUFACTURER_PARTS.some((part) => typed?.[part] && typed[part] !== ofShop[part])
  return typed && isOther ? typed : ofShop
}
