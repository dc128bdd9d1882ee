import type { AllergenBits } from '#features/catalogue/labels/allergen-bits.ts'
import { avoidedStatements } from '#features/catalogue/labels/avoided-allergens.ts'
import { useSignal } from '#kit/hydration/signal.ts'
import { avoidedAllergens } from './avoided-list.tsx'
import { NotCheckedMark } from './not-checked-mark.tsx'

const MAX_ALLERGENS_ON_CARDS = 2

type AvoidedMarkProps = { allergens: AllergenBits | undefined; isShort?: boolean }

/** Uses words, because colour alone means nothing to many; not a live region, because a list has many marks. */
export function AvoidedMark({ allergens, isShort }: AvoidedMarkProps) {
  const { keys } = useSignal(avoidedAllergens)
  if (!allergens) return keys.length > 0 && <NotCheckedMark />
  const statements = avoidedStatements(allergens, keys, isShort ? MAX_ALLERGENS_ON_CARDS : undefined)
  if (statements.length === 0) return null
  return (
    <p className="avoided-mark">
      <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M10 2.5 18.5 17h-17zM10 8v4.5M10 14.5v.6" strokeWidth="1.8" strokeLinejoin="round" />
      </svg>
      <span>
        <span className="visually-hidden">You avoid: </span>
        <span>{inOneSentence(statements)}</span>
      </span>
    </p>
  )
}

/** 'Contains milk; may contain sesame' */
const inOneSentence = (statements: readonly string[]) =>
  statements
    .map((statement, index) =>
      index > 0 ? statement.charAt(0).toLowerCase() + statement.slice(1) : statement,
    )
    .join('; ')

export async function openAvoidedEditor(opener: HTMLElement | null, isMerged = false) {
  const { showAvoidedEditor } = await import('./avoided-editor.tsx')
  showAvoidedEditor(opener, isMerged)
}
