import type { AllergenKey } from '#features/catalogue/labels/allergen-statements.ts'
import type { AvoidedAllergens } from '#features/catalogue/labels/avoided-allergens.ts'
import { avoidedMessages } from '#features/catalogue/labels/avoided-messages.ts'
import { readAccountList, saveToAccount, type AccountList } from './account-list.tsx'
import { storeAvoidedAllergens } from './avoided-list.tsx'

type EditedList = {
  /** The list that the editor started from. */
  start: AvoidedAllergens
  /** Null until it has been read. */
  account: AccountList | null
  keys: readonly AllergenKey[]
  /** Null if the customer was not asked, because the account could not be read. */
  wantsAccount: boolean | null
}
type SavedList = { account: AccountList; keys: readonly AllergenKey[]; problem: string | null }

/** Saves to the device first, then sends the changes to the account and stores its answer on the device. */
export async function saveAvoidedList({
  start,
  account: read,
  keys,
  wantsAccount,
}: EditedList): Promise<SavedList> {
  // Until the account has answered, the next sign-in adds this list to the account's and loses nothing.
  const isStored = storeAvoidedAllergens({ keys, isInAccount: false })
  const account = read && read.kind !== 'unread' ? read : await readAccountList()
  const notSaved = { account, keys, problem: avoidedMessages.accountNotSaved }
  const problem = isStored || keys.length === 0 ? null : avoidedMessages.deviceNotSaved
  if (account.kind === 'unread') return notSaved
  const isKept = account.kind === 'read' && (wantsAccount ?? account.keys !== null)
  // An unticked box means that the account must have no list, even if this device knew of none.
  if (account.kind === 'visitor' || (!isKept && !account.keys)) return { account, keys, problem }
  const base = start.isInAccount ? start.keys : []
  const saved = await saveToAccount({ userId: account.userId, base, keys: isKept ? keys : null })
  if (saved === undefined) return notSaved
  const result = saved ?? keys
  storeAvoidedAllergens({ keys: result, isInAccount: saved !== null })
  return { account: { ...account, keys: saved }, keys: result, problem }
}
