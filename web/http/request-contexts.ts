import { createContext } from 'react-router'
import type { Actor } from '#shop/permissions.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import type { CacheTag } from '#shop/catalogue/cache-tags/cache-tags.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'

/** Something that is not there, whatever its address says; so many addresses have one page. */
export type NotFoundResource = {
  /** Of the same kind, and not there either. */
  placeholderPath: string
  /** What a page of this kind shows. */
  cacheTags: readonly CacheTag[]
  /** The number of a page that a list does not have; the stand-in has PAGE_BEYOND_ANY in its place. */
  page?: number
  /** Whether the thing with this slug, or the page with this number, is not there either, as long as none of the parts changes. */
  coversAddress?: (word: string) => boolean
}

/** What the server hands to every loader and action. */
export const shopContext = createContext<ShopDependencies>()
export const accountsContext = createContext<Accounts>()
/** On shop pages a visitor or customer, never an administrator; under /admin an administrator or a visitor. */
export const actorContext = createContext<Actor>()
/**
 * Headers that the answer will carry, such as the cookies of a sign-in. An action whose answer leads away from the page says
 * so: nobody would read the page's data, which otherwise come with it.
 */
export const responseContext = createContext<{ headers: Headers; navigatesAway?: boolean }>()
/** A loader says what its page shows, and so lets it be kept for others until that changes; what says nothing is made anew each time. */
export const cacheContext = createContext<{
  setCacheTags: (cacheTags: readonly CacheTag[]) => void
  /** What was asked for is not there: the page of that address stands for this one, and is kept in the same way. */
  setNotFound: (missing: NotFoundResource) => void
}>()
/** The caller's address as the rate limits see it, and a proxy that names callers without being trusted. */
export const clientAddressContext = createContext<{ ip: string; untrustedProxy?: string | null }>()
