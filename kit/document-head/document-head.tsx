import { useEffect } from 'react'
import { useLocation, useMatches, useRouteError } from 'react-router'
import { useShopIdentity } from '#kit/contexts/shop-identity-context.tsx'
import { useSite } from '#kit/contexts/site-context.tsx'
import { resolveHead, resolveErrorHead } from './resolve-head.ts'

/** Crawlers read the other tags from the rendered document. */
export function DocumentHead() {
  const matches = useMatches()
  const error = useRouteError()
  const location = useLocation()
  const identity = useShopIdentity()
  const { pageModules, publicUrl } = useSite()
  useEffect(() => {
    const last = matches.at(-1)
    const match = last && { id: last.id, data: last.loaderData, params: last.params }
    const site = { publicUrl, identity }
    const head = error ? resolveErrorHead([error], site) : resolveHead(pageModules, match, location, site)
    document.title = head.title
    const canonical = publicUrl + (head.canonical ?? location.pathname)
    document.head.querySelector('link[rel=canonical]')?.setAttribute('href', canonical)
  }, [matches, error, location, identity, pageModules, publicUrl])
  return null
}
