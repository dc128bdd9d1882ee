import { createContext, useContext } from 'react'
import type { KnownScreens } from '#web/client/document-head/resolve-head.ts'

type Site = { publicUrl: string; screens: KnownScreens }
const SiteContext = createContext<Site>({ publicUrl: '', screens: new Map() })
export const SiteProvider = SiteContext.Provider
export const useSite = () => useContext(SiteContext)
