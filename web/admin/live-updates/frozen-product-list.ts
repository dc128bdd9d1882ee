import { useState } from 'react'
import type { AdminProductPage } from '#shop/catalogue/admin/admin-product.ts'
import type { ListSnapshot } from '#shop/catalogue/bulk-edit/bulk-edit-result.ts'
import { useListInteraction } from './list-interaction.ts'

/** The products of a page, and what the whole list was with it. */
export type LoadedProductList = { products: AdminProductPage | null; wholeList: ListSnapshot | null }
type FrozenProducts = { shown: LoadedProductList; removedIds: readonly string[]; isFrozen: boolean }

const unfrozen = (now: LoadedProductList): FrozenProducts => ({ shown: now, removedIds: [], isFrozen: false })

/**
 * The list in view after it has changed behind it: each row in its place with the figures it has now. Where rows would come,
 * go or change places the list waits as it was, with how many it had and the mark by which it is chosen as a whole.
 * `gone` are the rows of which the list as it is now says nothing; what was switched here is known all the same.
 */
export function mergeFrozenProducts(shown: LoadedProductList, now: LoadedProductList, switchedStates: ReadonlyMap<string, boolean> = new Map()): FrozenProducts {
  if (!shown.products || !now.products) return unfrozen(now)
  const nowById = new Map(now.products.products.map((product) => [product.id, product]))
  const ids = shown.products.products.map(({ id }) => id)
  if (ids.join() === [...nowById.keys()].join()) return unfrozen(now)
  const products = shown.products.products.map((product) => nowById.get(product.id) ?? { ...product, is_active: switchedStates.get(product.id) ?? product.is_active })
  return { shown: { ...shown, products: { ...shown.products, products } }, removedIds: ids.filter((id) => !nowById.has(id)), isFrozen: true }
}

/**
 * The figures follow what others do at once; the rows move only while nobody works in the list and none is ticked.
 * `loaded` is what this page asked for itself, and is shown as it is; `now` is that, or what has become of it since.
 * `view` names the list that was asked for: until another is, a row that was switched here stays in its place, so that no other
 * comes under the next press.
 */
export function useFrozenProductList(loaded: LoadedProductList, now: LoadedProductList, view: string) {
  const { isInteracting, resetInteraction, containerProps } = useListInteraction({ whileFocused: true })
  const [hasSelection, setHasSelection] = useState(false)
  const [switchState, setSwitchState] = useState({ view, states: new Map<string, boolean>() })
  const switchedStates = switchState.view === view ? switchState.states : undefined
  const hasSwitched = (switchedStates?.size ?? 0) > 0
  const isInUse = isInteracting || hasSelection || hasSwitched
  const [shownState, setShownState] = useState({ now, view, ...unfrozen(now) })
  if (shownState.now !== now || (shownState.isFrozen && !isInUse)) {
    const isFrozen = isInUse && (now !== loaded || (hasSwitched && shownState.view === view))
    setShownState({ now, view, ...(isFrozen ? mergeFrozenProducts(shownState.shown, now, switchedStates) : unfrozen(now)) })
  }
  return {
    products: shownState.shown.products,
    wholeList: shownState.shown.wholeList,
    removedIds: shownState.removedIds,
    isFrozen: shownState.isFrozen,
    /** Shows the list as it is now; what is ticked stays ticked where it is still there. */
    unfreeze: () => {
      setSwitchState({ view, states: new Map() })
      setShownState({ now, view, ...unfrozen(now) })
      resetInteraction()
    },
    setHasSelection,
    /** Called when a product is switched on or off here. */
    markSwitched: (id: string, isOn: boolean) => setSwitchState({ view, states: new Map(switchedStates).set(id, isOn) }),
    containerProps,
  }
}
