import { useState } from 'react'
import type { AdminProductPage } from '#features/catalogue/products/admin/admin-product.ts'
import type { ListSnapshot } from '#features/catalogue/products/bulk-edit/bulk-edit-result.ts'
import { useListInteraction } from '#kit/admin/live/list-interaction.ts'

export type LoadedProductList = { products: AdminProductPage | null; wholeList: ListSnapshot | null }
type FrozenProducts = { shown: LoadedProductList; removedIds: readonly string[]; isFrozen: boolean }

const unfrozen = (current: LoadedProductList): FrozenProducts => ({
  shown: current,
  removedIds: [],
  isFrozen: false,
})

/** If rows were added, removed or reordered, the list is frozen with its previous total and fingerprint. */
export function mergeFrozenProducts(
  shown: LoadedProductList,
  current: LoadedProductList,
  switchedStates: ReadonlyMap<string, boolean> = new Map(),
): FrozenProducts {
  if (!shown.products || !current.products) return unfrozen(current)
  const currentById = new Map(current.products.products.map((product) => [product.id, product]))
  const ids = shown.products.products.map(({ id }) => id)
  if (ids.join() === [...currentById.keys()].join()) return unfrozen(current)
  const products = shown.products.products.map(
    (product) =>
      currentById.get(product.id) ?? {
        ...product,
        is_active: switchedStates.get(product.id) ?? product.is_active,
      },
  )
  return {
    shown: { ...shown, products: { ...shown.products, products } },
    removedIds: ids.filter((id) => !currentById.has(id)),
    isFrozen: true,
  }
}

/** Figures are updated at once; rows move only without interaction, selection and switched rows. `view` identifies the list. */
export function useFrozenProductList(loaded: LoadedProductList, current: LoadedProductList, view: string) {
  const { isInteracting, resetInteraction, containerProps } = useListInteraction({ whileFocused: true })
  const [hasSelection, setHasSelection] = useState(false)
  const [switchState, setSwitchState] = useState({ view, states: new Map<string, boolean>() })
  const switchedStates = switchState.view === view ? switchState.states : undefined
  const hasSwitched = (switchedStates?.size ?? 0) > 0
  const isInUse = isInteracting || hasSelection || hasSwitched
  const [shownState, setShownState] = useState({ current, view, ...unfrozen(current) })
  if (shownState.current !== current || (shownState.isFrozen && !isInUse)) {
    const isFrozen = isInUse && (current !== loaded || (hasSwitched && shownState.view === view))
    setShownState({
      current,
      view,
      ...(isFrozen ? mergeFrozenProducts(shownState.shown, current, switchedStates) : unfrozen(current)),
    })
  }
  return {
    products: shownState.shown.products,
    wholeList: shownState.shown.wholeList,
    removedIds: shownState.removedIds,
    isFrozen: shownState.isFrozen,
    /** Shows the current list; rows that still exist stay selected. */
    unfreeze: () => {
      setSwitchState({ view, states: new Map() })
      setShownState({ current, view, ...unfrozen(current) })
      resetInteraction()
    },
    setHasSelection,
    markSwitched: (id: string, isOn: boolean) =>
      setSwitchState({ view, states: new Map(switchedStates).set(id, isOn) }),
    containerProps,
  }
}
