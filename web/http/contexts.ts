import { createContext } from 'react-router'
import type { Actor } from '#shop/permissions.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import type { ShownPart } from '#shop/catalogue/shown-parts.ts'
import type { Shop } from '#shop/shop.server.ts'

/** What the server hands to every loader and action. */
export const shopContext = createContext<Shop>()
export const accountsContext = createContext<Accounts>()
/** On shop pages a visitor or customer, never an administrator; under /admin an administrator or a visitor. */
export const actorContext = createContext<Actor>()
/**
 * Headers that the answer will carry, such as the cookies of a sign-in. An action whose answer leads away from the page says
 * so: nobody would read the page's data, which otherwise come with it.
 */
export const replyContext = createContext<{ headers: Headers; leadsAway?: boolean }>()
/** A loader says what its page shows, and so lets it be kept for others until that changes; what says nothing is made anew each time. */
export const shownContext = createContext<{ says: (parts: readonly ShownPart[]) => void }>()
/** The caller's address as the rate limits see it, and a proxy that names callers without being trusted. */
export const visitContext = createContext<{ ip: string; untrustedProxy?: string | null }>()
