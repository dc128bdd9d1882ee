import type { CartLine } from '#features/cart/cart.ts'
import { createSignal } from '#kit/hydration/signal.ts'

export const CART_BUTTON_ID = 'cart-button'

export const isDrawerOpen = createSignal(false)
export const openDrawer = () => isDrawerOpen.set(true)
export const closeDrawer = () => isDrawerOpen.set(false)

export type AddedItem = Pick<CartLine, 'name' | 'image_url'> & {
  quantity: number
  /** Why fewer units than requested were added; null if all were. */
  fewer: string | null
}

export const lastAdded = createSignal<AddedItem | null>(null)

export type RemovedLine = { line: CartLine; index: number }

export const lastRemoved = createSignal<RemovedLine | null>(null)
