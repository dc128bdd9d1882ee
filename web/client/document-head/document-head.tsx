import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterDataContext as DataRouterDataContext, useLocation, useMatches } from 'react-router'
import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { resolveHead, resolveErrorHead } from './resolve-head.ts'
import { useSite } from '#web/client/contexts/site-context.tsx'

/** Crawlers read the other tags from the rendered document. */
export function DocumentHead() {
  const matches = useMatches()
  const location = useLocation()
  const identity = useShopIdentity()
  const { pageModules, publicUrl } = useSite()
  const errors = useContext(DataRouterDataContext)?.errors
  useEffect(() => {
    const last = matches.at(-1)
    const match = last && { id: last.id, data: last.loaderData, params: last.params }
    const site = { publicUrl, identity }
    const head = errors ? resolveErrorHead(errors, site) : resolveHead(pageModules, match, location, site)
    document.title = head.title
    const canonical = publicUrl + (head.canonical ?? location.pathname)
    document.head.querySelector('link[rel=canonical]')?.setAttribute('href', canonical)
  }, [matches, errors, location, identity, pageModules, publicUrl])
  return null
}
