import { createContext } from 'react-router'
import type { Actor } from '#shop/permissions.ts'
import type { Accounts } from '#features/accounts/accounts.server.ts'
import type { CacheTag } from '#shop/cache-tags/cache-tags.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'

/** All missing resources of a kind share one cached 404 page. */
export type NotFoundResource = {
  placeholderPath: string
  cacheTags: readonly CacheTag[]
  /** Page number out of range; the placeholder path has PLACEHOLDER_PAGE_NUMBER instead. */
  page?: number
  /** Whether the 404 page also applies to this slug or page number, until a cache tag is invalidated. */
  coversAddress?: (slugOrPage: string) => boolean
}

export const shopContext = createContext<ShopDependencies>()
export const accountsContext = createContext<Accounts>()
/** A visitor or customer on shop pages; an administrator or visitor under /admin. */
export const actorContext = createContext<Actor>()
/** With `navigatesAway`, the response to a form omits the page's data. */
export const responseContext = createContext<{ headers: Headers; navigatesAway?: boolean }>()
/** A page is cached publicly only if its loader sets cache tags. */
export const cacheContext = createContext<{
  setCacheTags: (cacheTags: readonly CacheTag[]) => void
  setNotFound: (missing: NotFoundResource) => void
}>()
/** The IP address is the key of rate limits; `untrustedProxy` has sent a forwarded address. */
export const clientAddressContext = createContext<{ ip: string; untrustedProxy?: string | null }>()
