import { createContext, useContext } from 'react'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'

const IdentityContext = createContext<ShopIdentity | null>(null)
export const IdentityProvider = IdentityContext.Provider

/** Who the shop says it is (D30): the server's settings decide, the browser is told with the page. */
export function useIdentity(): ShopIdentity {
  const identity = useContext(IdentityContext)
  if (!identity) throw new Error('Nobody provides the shop’s identity here.')
  return identity
}
