import { lateModule } from '#web/client/hydration/lazy-module.ts'

/** The inside of the cart, which only an opened one needs. */
export const lateContents = lateModule(() => import('./cart-panel.tsx'))

/** For whoever looks about to open the cart, or to put something in. */
export const prepareContents = () => void lateContents.load().catch(() => undefined)
