import { mergeAvoidedAllergens } from '#features/catalogue/labels/avoided-allergens.ts'
import { readFromAccount, saveToAccount } from './account-list.tsx'
import { loadMarks } from './allergen-mark.tsx'
import { avoidedAllergens, storeAvoidedAllergens } from './avoided-list.tsx'

let followedUserId: string | null = null

/** Copies the account's list to this device, once per user and page load. */
export async function followAccountList(userId: string) {
  if (followedUserId === userId) return
  followedUserId = userId
  try {
    const keys = await readFromAccount()
    if (keys === undefined) return
    const { isMerged, ...merged } = mergeAvoidedAllergens(avoidedAllergens.get(), keys)
    if (merged.keys.length === 0) return
    const saved =
      isMerged && keys ? await saveToAccount({ userId, base: keys, keys: merged.keys }) : undefined
    storeAvoidedAllergens({
      keys: saved ?? merged.keys,
      isInAccount: merged.isInAccount && (!isMerged || Boolean(saved)),
    })
    const marks = await loadMarks()
    if (isMerged) await marks.openAvoidedEditor(null, true)
  } catch {
    // The next page load retries; this device keeps its list.
    followedUserId = null
  }
}
