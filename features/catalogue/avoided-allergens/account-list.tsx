import type { AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import {
  AVOIDED_ALLERGENS_PATH,
  type KeptAvoidedAllergens,
} from '#features/catalogue/labels/avoided-allergens.ts'
import { SIGNED_IN_COOKIE } from '#shop/session.ts'
import { loadSessionClient } from '#features/accounts/browser-session/browser-session.tsx'

const TIMEOUT_MS = 10_000

export type AccountList =
  | { kind: 'visitor' }
  /** Nothing may be written to an unknown list. */
  | { kind: 'unread' }
  | { kind: 'read'; userId: string; keys: KeptAvoidedAllergens['keys'] }

const isSignedInCookieSet = () => document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)

export async function readAccountList(): Promise<AccountList> {
  try {
    if (!isSignedInCookieSet()) return { kind: 'visitor' }
    const { client } = await loadSessionClient()
    if (!client.currentSession().user) await client.reload()
    const userId = client.currentSession().user?.id
    if (!userId) return { kind: isSignedInCookieSet() ? 'unread' : 'visitor' }
    const keys = await readFromAccount()
    return keys === undefined ? { kind: 'unread' } : { kind: 'read', userId, keys }
  } catch {
    return { kind: 'unread' }
  }
}

type Change = { userId: string; base: readonly AllergenKey[]; keys: KeptAvoidedAllergens['keys'] }

/** The resulting list; undefined if the account could not be reached, or is not this page's. */
export async function saveToAccount(change: Change): Promise<KeptAvoidedAllergens['keys'] | undefined> {
  try {
    const response = await fetch(AVOIDED_ALLERGENS_PATH, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok ? ((await response.json()) as KeptAvoidedAllergens).keys : undefined
  } catch {
    return undefined
  }
}

/** Null if the account has no list, undefined if that is not known. */
export async function readFromAccount(): Promise<KeptAvoidedAllergens['keys'] | undefined> {
  const response = await fetch(AVOIDED_ALLERGENS_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? ((await response.json()) as KeptAvoidedAllergens).keys : undefined
}
