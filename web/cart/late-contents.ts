import { lateModule } from '#web/ui/late-module.ts'

/** The inside of the cart, which only an opened one needs. */
export const lateContents = lateModule(() => import('./cart-contents.tsx'))
