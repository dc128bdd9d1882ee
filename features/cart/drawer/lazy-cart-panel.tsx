import { lazyModule } from '#kit/hydration/lazy-module.ts'

export const lazyCartPanel = lazyModule(() => import('./cart-panel.tsx'))

export const preloadCartPanel = () => void lazyCartPanel.load().catch(() => undefined)
