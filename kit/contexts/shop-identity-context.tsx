import { createContext, useContext } from 'react'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'

const ShopIdentityContext = createContext<ShopIdentity | null>(null)
export const ShopIdentityProvider = ShopIdentityContext.Provider

export function useShopIdentity(): ShopIdentity {
  const identity = useContext(ShopIdentityContext)
  if (!identity) throw new Error('useShopIdentity is used outside a ShopIdentityProvider.')
  return identity
}
