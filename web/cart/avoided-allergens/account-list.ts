import type { AllergenKey } from '#shop/catalogue/labels/allergen-statements.ts'
import {
  AVOIDED_ALLERGENS_PATH,
  mergeAvoidedAllergens,
  type KeptAvoidedAllergens,
} from '#shop/catalogue/labels/avoided-allergens.ts'
import { SIGNED_IN_COOKIE } from '#shop/accounts/sessions/session.ts'
import { loadSessionClient } from '#web/session/browser-session.ts'
import { loadMarks } from './allergen-mark.tsx'
import { avoidedAllergens, storeAvoidedAllergens } from './avoided-list.ts'

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

let followedUserId: string | null = null

/** Once per user and page load: the list of the account comes to this device. */
export async function followAccountList(userId: string) {
  if (followedUserId === userId) return
  followedUserId = userId
  try {
    const response = await fetch(AVOIDED_ALLERGENS_PATH, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) return
    const { keys } = (await response.json()) as KeptAvoidedAllergens
    const { isMerged, ...merged } = mergeAvoidedAllergens(avoidedAllergens.get(), keys)
    if (merged.keys.length === 0) return
    const isInAccount = merged.isInAccount && (!isMerged || (await saveToAccount(userId, merged.keys)))
    storeAvoidedAllergens({ keys: merged.keys, isInAccount })
    const marks = await loadMarks()
    if (isMerged) await marks.openAvoidedEditor(null, true)
  } catch {
    // The next page load tries again; the list of this device stays.
    followedUserId = null
  }
}
