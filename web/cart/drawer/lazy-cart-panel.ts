import { lazyModule } from '#web/client/hydration/lazy-module.ts'

export const lazyCartPanel = lazyModule(() => import('./cart-panel.tsx'))

/** Called on hover and focus, before the cart is opened or a product added. */
export const preloadCartPanel = () => void lazyCartPanel.load().catch(() => undefined)
