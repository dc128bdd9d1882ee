import { lazyModule } from '#web/client/hydration/lazy-module.ts'

/** The inside of the cart, which only an opened one needs. */
export const lazyCartPanel = lazyModule(() => import('./cart-panel.tsx'))

/** For whoever looks about to open the cart, or to put something in. */
export const preloadCartPanel = () => void lazyCartPanel.load().catch(() => undefined)
