import { createContext, useContext } from 'react'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'

const ShopIdentityContext = createContext<ShopIdentity | null>(null)
export const ShopIdentityProvider = ShopIdentityContext.Provider

/** Who the shop says it is: the server's settings decide, the browser is told with the page. */
export function useShopIdentity(): ShopIdentity {
  const identity = useContext(ShopIdentityContext)
  if (!identity) throw new Error('Nobody provides the shop’s identity here.')
  return identity
}
