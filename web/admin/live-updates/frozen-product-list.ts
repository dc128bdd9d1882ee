import { useState } from 'react'
import type { OfficeProductPage } from '#shop/catalogue/admin/admin-product.ts'
import type { SeenList } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { useAimedList } from './list-interaction.ts'

/** The products of a page, and what the whole list was with it. */
export type ProductList = { products: OfficeProductPage | null; whole: SeenList | null }
type Held = { shown: ProductList; gone: readonly string[]; isHeld: boolean }

const asItIs = (now: ProductList): Held => ({ shown: now, gone: [], isHeld: false })

/**
 * The list in view after it has changed behind it: each row in its place with the figures it has now. Where rows would come,
 * go or change places the list waits as it was, with how many it had and the mark by which it is chosen as a whole.
 * `gone` are the rows of which the list as it is now says nothing; what was switched here is known all the same.
 */
export function keepRows(shown: ProductList, now: ProductList, switched: ReadonlyMap<string, boolean> = new Map()): Held {
  if (!shown.products || !now.products) return asItIs(now)
  const nowById = new Map(now.products.products.map((product) => [product.id, product]))
  const ids = shown.products.products.map(({ id }) => id)
  if (ids.join() === [...nowById.keys()].join()) return asItIs(now)
  const products = shown.products.products.map((product) => nowById.get(product.id) ?? { ...product, is_active: switched.get(product.id) ?? product.is_active })
  return { shown: { ...shown, products: { ...shown.products, products } }, gone: ids.filter((id) => !nowById.has(id)), isHeld: true }
}

/**
 * The figures follow what others do at once; the rows move only while nobody works in the list and none is ticked.
 * `loaded` is what this page asked for itself, and is shown as it is; `now` is that, or what has become of it since.
 * `view` names the list that was asked for: until another is, a row that was switched here stays in its place, so that no other
 * comes under the next press.
 */
export function useHeldProducts(loaded: ProductList, now: ProductList, view: string) {
  const { isAimed, letGo, around } = useAimedList({ whileFocused: true })
  const [hasTicked, setTicked] = useState(false)
  const [switches, setSwitches] = useState({ view, made: new Map<string, boolean>() })
  const switched = switches.view === view ? switches.made : undefined
  const hasSwitched = (switched?.size ?? 0) > 0
  const isInUse = isAimed || hasTicked || hasSwitched
  const [seen, setSeen] = useState({ now, view, ...asItIs(now) })
  if (seen.now !== now || (seen.isHeld && !isInUse)) {
    const isHeld = isInUse && (now !== loaded || (hasSwitched && seen.view === view))
    setSeen({ now, view, ...(isHeld ? keepRows(seen.shown, now, switched) : asItIs(now)) })
  }
  return {
    products: seen.shown.products,
    whole: seen.shown.whole,
    gone: seen.gone,
    isHeld: seen.isHeld,
    /** Shows the list as it is now; what is ticked stays ticked where it is still there. */
    release: () => {
      setSwitches({ view, made: new Map() })
      setSeen({ now, view, ...asItIs(now) })
      letGo()
    },
    setTicked,
    /** Called when a product is switched on or off here. */
    noteSwitch: (id: string, isOn: boolean) => setSwitches({ view, made: new Map(switched).set(id, isOn) }),
    around,
  }
}
