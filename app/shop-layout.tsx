import { Outlet, useNavigation } from 'react-router'
import { deferredModule } from '#kit/hydration/deferred-module.tsx'
import { CartDrawer } from '#features/cart/drawer/cart-drawer.tsx'
import { ShopHeader } from './storefront-layout/shop-header.tsx'
import { LiveRegion } from '#kit/feedback/live-region.tsx'

const importFooter = () => import('./storefront-layout/shop-footer.tsx')
const footer = deferredModule(importFooter, import.meta.env.SSR ? await importFooter() : null)
const renderFooter = ({ ShopFooter }: Awaited<ReturnType<typeof importFooter>>) => <ShopFooter />

export function ShopLayout() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="shop">
      <a href="#main" className="button skip-link">
        Skip to content
      </a>
      {isLoading && <div className="page-progress" role="progressbar" aria-label="Loading page" />}
      <ShopHeader />
      <main id="main" tabIndex={-1} aria-busy={isLoading || undefined}>
        <Outlet />
      </main>
      <footer.Deferred>{renderFooter}</footer.Deferred>
      <CartDrawer />
      <LiveRegion />
    </div>
  )
}
