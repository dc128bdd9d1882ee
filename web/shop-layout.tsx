import { Outlet, useNavigation } from 'react-router'
import { CartDrawer } from '#web/cart/drawer/cart-drawer.tsx'
import { ShopFooter } from './storefront/layout/shop-footer.tsx'
import { ShopHeader } from './storefront/layout/shop-header.tsx'
import { LiveRegion } from './ui/feedback/live-region.tsx'

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
      <ShopFooter />
      <CartDrawer />
      <LiveRegion />
    </div>
  )
}
