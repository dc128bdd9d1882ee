import type { CartLine } from '#shop/cart/cart.ts'
import { createSignal } from '#web/client/hydration/signal.ts'

/** Where the focus goes once the popup closes. */
export const CART_BUTTON_ID = 'cart-button'

/** Whether the drawer is out; the button in the header and the popup after adding both open it. */
export const isDrawerOpen = createSignal(false)
export const openDrawer = () => isDrawerOpen.set(true)
export const closeDrawer = () => isDrawerOpen.set(false)

export type AddedItem = Pick<CartLine, 'name' | 'image_url'> & { quantity: number }

/** What was added last, for the popup that says so. */
export const lastAdded = createSignal<AddedItem | null>(null)

export type RemovedLine = { line: CartLine; index: number }

/** What was removed last, for as long as it can be brought back. */
export const lastRemoved = createSignal<RemovedLine | null>(null)
