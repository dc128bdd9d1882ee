import type { AllergenKey } from '#shop/catalogue/labels/allergen-statements.ts'
import {
  AVOIDED_ALLERGENS_PATH,
  type KeptAvoidedAllergens,
} from '#shop/catalogue/labels/avoided-allergens.ts'
import { SIGNED_IN_COOKIE } from '#shop/accounts/sessions/session.ts'
import { loadSessionClient } from '#web/session/browser-session.ts'

const TIMEOUT_MS = 10_000

export async function readSignedInUserId(): Promise<string | null> {
  if (!document.cookie.split('; ').includes(`${SIGNED_IN_COOKIE}=1`)) return null
  const { client } = await loadSessionClient()
  if (!client.currentSession().user) await client.reload()
  return client.currentSession().user?.id ?? null
}

/** False if the account could not be reached, or belongs to another user than this page. */
export async function saveToAccount(userId: string, keys: readonly AllergenKey[]): Promise<boolean> {
  try {
    const response = await fetch(AVOIDED_ALLERGENS_PATH, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId, keys }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok
  } catch {
    return false
  }
}

/** Null if the account keeps none, undefined if that is not known. */
export async function readFromAccount(): Promise<KeptAvoidedAllergens['keys'] | undefined> {
  const response = await fetch(AVOIDED_ALLERGENS_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? ((await response.json()) as KeptAvoidedAllergens).keys : undefined
}
