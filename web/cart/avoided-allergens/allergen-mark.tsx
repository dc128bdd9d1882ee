import type { AllergenBits } from '#shop/catalogue/labels/allergen-bits.ts'
import { getLocalStorage } from '#web/cart/store/use-cart.ts'
import { createSignal, useSignal } from '#web/client/hydration/signal.ts'
import { AVOIDED_ALLERGENS_STORAGE_KEY } from '#web/session/storage-keys.ts'

const importMarks = () => import('./avoided-marks.tsx')
/** Null for shoppers without a list, who load nothing more. */
const loadedMarks = createSignal<Awaited<ReturnType<typeof importMarks>> | null>(null)

export async function loadMarks() {
  const marks = await importMarks()
  loadedMarks.set(marks)
  return marks
}
if (!import.meta.env.SSR && getLocalStorage()?.getItem(AVOIDED_ALLERGENS_STORAGE_KEY)) void loadMarks()

/** Nothing on the server: pages are cached for everybody, and the list is known to the browser alone. */
export function AllergenMark(props: { allergens: AllergenBits; isShort?: boolean }) {
  const marks = useSignal(loadedMarks)
  return marks && <marks.AvoidedMark {...props} />
}

export const AvoidedAllergensButton = () => (
  <button
    type="button"
    className="link needs-script min-h-11"
    aria-haspopup="dialog"
    onClick={({ currentTarget }) => void loadMarks().then((marks) => marks.openAvoidedEditor(currentTarget))}
  >
    Things I avoid
  </button>
)
