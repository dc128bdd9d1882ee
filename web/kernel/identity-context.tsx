import { createContext, useContext } from 'react'
import { demonstrationIdentity, type ShopIdentity } from '#shop/identity.ts'

const IdentityContext = createContext<ShopIdentity>(demonstrationIdentity)
export const IdentityProvider = IdentityContext.Provider

/** Who the shop says it is (D30): the server's settings decide, the browser is told with the page. */
export const useIdentity = () => useContext(IdentityContext)
