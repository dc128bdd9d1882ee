import { hasBit, type AllergenBits } from './allergen-bits.ts'
import { ALLERGEN_KEYS, listWords, type AllergenKey } from './allergen-statements.ts'

export const AVOIDED_ALLERGENS_PATH = '/api/avoided-allergens'

/** The account's list; null if it has none. */
export type KeptAvoidedAllergens = { keys: readonly AllergenKey[] | null }

export type AvoidedAllergens = {
  keys: readonly AllergenKey[]
  /** Whether the account stores the list too. */
  isInAccount: boolean
}
export const NOTHING_AVOIDED: AvoidedAllergens = { keys: [], isInAccount: false }

/** In the order of the law, each once. */
const inOrder = (keys: readonly string[]) => ALLERGEN_KEYS.filter((key) => keys.includes(key))

/** Reads the list from browser storage; an unreadable one is empty. */
export function parseAvoidedAllergens(text: string | null): AvoidedAllergens {
  try {
    const { keys, isInAccount } = JSON.parse(text ?? '') as Partial<Record<string, unknown>>
    const known = Array.isArray(keys) ? inOrder(keys) : []
    return known.length > 0 ? { keys: known, isInAccount: isInAccount === true } : NOTHING_AVOIDED
  } catch {
    return NOTHING_AVOIDED
  }
}

/** After sign-in. `isMerged` if both lists had entries, which are combined so that nothing is lost. */
export function mergeAvoidedAllergens(
  device: AvoidedAllergens,
  accountKeys: readonly AllergenKey[] | null,
): AvoidedAllergens & { isMerged: boolean } {
  if (!accountKeys) return { keys: device.keys, isInAccount: false, isMerged: false }
  // A device with the account's list follows it: entries removed elsewhere must not come back.
  if (device.isInAccount) return { keys: inOrder(accountKeys), isInAccount: true, isMerged: false }
  const keys = inOrder([...accountKeys, ...device.keys])
  return { keys, isInAccount: true, isMerged: keys.length > accountKeys.length }
}

const GROUPS = [
  ['Contains ', ([contained]: AllergenBits, key: AllergenKey) => hasBit(contained, key)],
  ['May contain ', ([, possible]: AllergenBits, key: AllergenKey) => hasBit(possible, key)],
  ['Label does not say: ', ([, , unsafe]: AllergenBits, key: AllergenKey) => hasBit(unsafe, key)],
] as const

/** 'Contains milk', 'May contain sesame', 'Label does not say: celery': each avoided allergen that is not declared free. */
export function avoidedStatements(
  allergens: AllergenBits,
  avoided: readonly AllergenKey[],
  maxAllergens = ALLERGEN_KEYS.length,
): string[] {
  let rest = inOrder(avoided)
  const groups = GROUPS.map(([start, isStated]) => {
    const keys = rest.filter((key) => isStated(allergens, key))
    rest = rest.filter((key) => !keys.includes(key))
    return { start, keys }
  })
  let left = maxAllergens
  const stated = groups
    .filter(({ keys }) => keys.length > 0)
    .map(({ start, keys }) => {
      const shown = keys.slice(0, left)
      left -= shown.length
      return { start, shown, hiddenCount: keys.length - shown.length }
    })
  const hiddenCount = stated.reduce((sum, group) => sum + group.hiddenCount, 0)
  const visible = stated.filter(({ shown }) => shown.length > 0)
  const isOneStatement = visible.at(-1)?.hiddenCount === hiddenCount
  const more = hiddenCount > 0 ? [`${hiddenCount} more`] : []
  const statements = visible.map(
    ({ start, shown }, index) =>
      start + listWords([...shown, ...(isOneStatement && index === visible.length - 1 ? more : [])]),
  )
  return isOneStatement || hiddenCount === 0 ? statements : [...statements, `and ${hiddenCount} more`]
}
