import {
  ADDRESS_DRAFT_STORAGE_KEY,
  ORDER_REFUSAL_STORAGE_KEY,
  PROFILE_DRAFT_STORAGE_KEY,
} from '#kit/storage/storage-keys.ts'

type DraftKey =
  | typeof ADDRESS_DRAFT_STORAGE_KEY
  | typeof ORDER_REFUSAL_STORAGE_KEY
  | typeof PROFILE_DRAFT_STORAGE_KEY
type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>

const DRAFT_KEYS: readonly DraftKey[] = [
  ADDRESS_DRAFT_STORAGE_KEY,
  ORDER_REFUSAL_STORAGE_KEY,
  PROFILE_DRAFT_STORAGE_KEY,
]

/** Null if there is none, or if it belongs to another customer. */
export function readCustomerDraft(
  storage: DraftStorage | null,
  key: DraftKey,
  customerId: string,
): Record<string, unknown> | null {
  try {
    const stored = JSON.parse(storage?.getItem(key) ?? 'null') as Record<string, unknown> | null
    return stored?.['customer_id'] === customerId ? stored : null
  } catch {
    return null
  }
}

export function storeCustomerDraft(
  storage: DraftStorage | null,
  key: DraftKey,
  customerId: string,
  draft: object | null,
) {
  try {
    storage?.setItem(key, JSON.stringify(draft && { customer_id: customerId, ...draft }))
  } catch {}
}

/** After an expired session, the next customer of this tab may be another one. */
export function removeDraftsOfOthers(
  getStorage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null,
  customerId: string,
) {
  try {
    const storage = getStorage()
    for (const key of DRAFT_KEYS)
      if (readCustomerDraft(storage, key, customerId) === null) storage?.removeItem(key)
  } catch {}
}
