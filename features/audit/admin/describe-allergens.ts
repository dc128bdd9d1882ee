import {
  ALLERGEN_KEYS,
  ALLERGEN_STATEMENTS,
  allergensWith,
  listAllergenNames,
  type AllergenStatements,
} from '#features/catalogue/labels/allergen-statements.ts'

const isStatements = (value: unknown): value is Partial<AllergenStatements> =>
  typeof value === 'object' && value !== null

/** 'Contains milk; may contain sesame', for allergens that differ from the other statements. */
export function describeAllergens(allergens: unknown, others: unknown): string {
  if (!isStatements(allergens)) return ''
  const known = isStatements(others) ? others : {}
  const changed = Object.fromEntries(
    ALLERGEN_KEYS.filter((key) => allergens[key] !== known[key]).map((key) => [key, allergens[key]]),
  )
  const groups = ALLERGEN_STATEMENTS.flatMap((statement) => {
    const keys = allergensWith(changed, statement)
    if (keys.length === 0) return []
    const names = keys.length === ALLERGEN_KEYS.length ? 'all 14' : listAllergenNames(keys)
    return [`${STATEMENT_STARTS[statement]} ${names}`]
  })
  const text = groups.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const STATEMENT_STARTS = {
  contains: 'contains',
  'may contain': 'may contain',
  free: 'free from',
  'not known': 'not known:',
} as const
