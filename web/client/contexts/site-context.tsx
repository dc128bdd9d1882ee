import { createContext, useContext } from 'react'
import type { LoadedPageModules } from '#web/client/document-head/resolve-head.ts'

type Site = { publicUrl: string; pageModules: LoadedPageModules }
const SiteContext = createContext<Site>({ publicUrl: '', pageModules: new Map() })
export const SiteProvider = SiteContext.Provider
export const useSite = () => useContext(SiteContext)
