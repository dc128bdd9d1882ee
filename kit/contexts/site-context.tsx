import { createContext, useContext } from 'react'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { LoadedPageModules } from '#kit/document-head/resolve-head.ts'

/** `adminRole` is null outside the back-office. */
type Site = { publicUrl: string; pageModules: LoadedPageModules; adminRole: AdministratorRole | null }
const SiteContext = createContext<Site>({ publicUrl: '', pageModules: new Map(), adminRole: null })
export const SiteProvider = SiteContext.Provider
export const useSite = () => useContext(SiteContext)
