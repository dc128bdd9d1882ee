import type { CartLine } from '#shop/cart/cart.ts'
import { createSignal } from '#web/client/hydration/signal.ts'

/** Where the focus goes once the popup closes. */
export const CART_BUTTON_ID = 'cart-button'

/** Whether the drawer is out; the button in the header and the popup after adding both open it. */
export const drawerIsOpen = createSignal(false)
export const openDrawer = () => drawerIsOpen.set(true)
export const closeDrawer = () => drawerIsOpen.set(false)

export type Added = Pick<CartLine, 'name' | 'image_url'> & { quantity: number }

/** What was added last, for the popup that says so. */
export const lastAdded = createSignal<Added | null>(null)

export type Removed = { line: CartLine; place: number }

/** What was removed last, for as long as it can be brought back. */
export const lastRemoved = createSignal<Removed | null>(null)
