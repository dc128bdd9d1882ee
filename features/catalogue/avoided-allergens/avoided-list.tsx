import { parseAvoidedAllergens, type AvoidedAllergens } from '#features/catalogue/labels/avoided-allergens.ts'
import { createSignal } from '#kit/hydration/signal.ts'
import { getMemory } from '#kit/storage/device-memory.ts'
import { AVOIDED_ALLERGENS_STORAGE_KEY } from '#kit/storage/storage-keys.ts'

const readStored = () =>
  parseAvoidedAllergens(getMemory('localStorage')?.getItem(AVOIDED_ALLERGENS_STORAGE_KEY) ?? null)

export const avoidedAllergens = createSignal<AvoidedAllergens>(readStored())

// A null key means that storage was cleared, as on sign-out.
addEventListener(
  'storage',
  ({ key }) => (key === null || key === AVOIDED_ALLERGENS_STORAGE_KEY) && avoidedAllergens.set(readStored()),
)
addEventListener('pageshow', ({ persisted }) => persisted && avoidedAllergens.set(readStored()))

/** False if the browser refused to store the list, which then lasts until the page is closed. */
export function storeAvoidedAllergens({ keys, isInAccount }: AvoidedAllergens): boolean {
  avoidedAllergens.set({ keys, isInAccount })
  try {
    const storage = getMemory('localStorage')
    if (keys.length > 0)
      storage?.setItem(AVOIDED_ALLERGENS_STORAGE_KEY, JSON.stringify({ keys, isInAccount }))
    else storage?.removeItem(AVOIDED_ALLERGENS_STORAGE_KEY)
    return storage !== null
  } catch {
    return false
  }
}
