import type { AllergenKey } from '#shop/catalogue/labels/allergen-statements.ts'
import type { AvoidedAllergens } from '#shop/catalogue/labels/avoided-allergens.ts'
import { avoidedMessages } from '#shop/catalogue/labels/avoided-messages.ts'
import { readAccountList, saveToAccount, type AccountList } from './account-list.ts'
import { storeAvoidedAllergens } from './avoided-list.ts'

type EditedList = {
  /** What the editor started from. */
  start: AvoidedAllergens
  /** Null until it is read. */
  account: AccountList | null
  keys: readonly AllergenKey[]
  /** Null if the customer was not asked, because the account was not read. */
  wantsAccount: boolean | null
}
type SavedList = { account: AccountList; keys: readonly AllergenKey[]; problem: string | null }

/** Saves to the device first, then sends the changes to the account, whose answer the device stores. */
export async function saveAvoidedList({
  start,
  account: read,
  keys,
  wantsAccount,
}: EditedList): Promise<SavedList> {
  // Until the account has answered: the next sign-in then adds to the account's list and loses nothing of this one.
  const isStored = storeAvoidedAllergens({ keys, isInAccount: false })
  const account = read && read.kind !== 'unread' ? read : await readAccountList()
  const notSaved = { account, keys, problem: avoidedMessages.accountNotSaved }
  const problem = isStored || keys.length === 0 ? null : avoidedMessages.deviceNotSaved
  if (account.kind === 'unread') return notSaved
  const isKept = account.kind === 'read' && (wantsAccount ?? account.keys !== null)
  // Even if this device knew of no list there, an unticked box means that the account holds none.
  if (account.kind === 'visitor' || (!isKept && !account.keys)) return { account, keys, problem }
  const base = start.isInAccount ? start.keys : []
  const saved = await saveToAccount({ userId: account.userId, base, keys: isKept ? keys : null })
  if (saved === undefined) return notSaved
  const result = saved ?? keys
  storeAvoidedAllergens({ keys: result, isInAccount: saved !== null })
  return { account: { ...account, keys: saved }, keys: result, problem }
}
