import { useEffect } from 'react'
import { useLocation, useMatches, useRouteError } from 'react-router'
import { useShopIdentity } from '#web/client/contexts/shop-identity-context.tsx'
import { useSite } from '#web/client/contexts/site-context.tsx'
import type { Head } from './head.ts'
import { resolveHead, resolveErrorHead } from './resolve-head.ts'

/** Updates title and canonical URL after client-side navigation; crawlers read the other tags from the rendered document. */
export function DocumentHead() {
  const matches = useMatches()
  const location = useLocation()
  const identity = useShopIdentity()
  const { pageModules, publicUrl } = useSite()
  useEffect(() => {
    const last = matches.at(-1)
    const match = last && { id: last.id, data: last.loaderData, params: last.params }
    const site = { publicUrl, identity }
    updateDocument(resolveHead(pageModules, match, location, site), publicUrl, location.pathname)
  }, [matches, location, identity, pageModules, publicUrl])
  return null
}

/** The same for an error page. */
export function ErrorDocumentHead() {
  const error = useRouteError()
  const { pathname } = useLocation()
  const identity = useShopIdentity()
  const { publicUrl } = useSite()
  useEffect(() => {
    updateDocument(resolveErrorHead([error], { identity }), publicUrl, pathname)
  }, [error, pathname, identity, publicUrl])
  return null
}

function updateDocument(head: Head, publicUrl: string, pathname: string) {
  document.title = head.title
  const canonical = publicUrl + (head.canonical ?? pathname)
  document.head.querySelector('link[rel=canonical]')?.setAttribute('href', canonical)
}
