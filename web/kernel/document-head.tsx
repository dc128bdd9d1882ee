import { useContext, useEffect } from 'react'
import { UNSAFE_DataRouterDataContext as DataRouterDataContext, useLocation, useMatches } from 'react-router'
import { useIdentity } from '#web/kernel/identity-context.tsx'
import { headOf, headOfFailure } from './head-of.ts'
import { useSite } from './site-context.tsx'

/** Keeps title, description and canonical address true after the browser has changed the page by itself. */
export function DocumentHead() {
  const matches = useMatches()
  const location = useLocation()
  const identity = useIdentity()
  const { screens, publicUrl } = useSite()
  const errors = useContext(DataRouterDataContext)?.errors
  useEffect(() => {
    const last = matches.at(-1)
    const match = last && { id: last.id, data: last.loaderData, params: last.params }
    const site = { publicUrl, identity }
    const head = errors ? headOfFailure(errors, site) : headOf(screens, match, location, site)
    document.title = head.title
    setAttribute('meta[name=description]', 'content', head.description ?? '')
    setAttribute('link[rel=canonical]', 'href', publicUrl + (head.canonical ?? location.pathname))
  }, [matches, errors, location, identity, screens, publicUrl])
  return null
}

function setAttribute(selector: string, name: string, value: string) {
  document.head.querySelector(selector)?.setAttribute(name, value)
}
