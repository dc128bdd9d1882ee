import { countDemoProducts } from '#features/catalogue/demo/demo-products.server.ts'
import { hasInventedCompany } from '#shop/identity/shop-identity.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import { missingIdentityFields } from '#shop/identity/registration-numbers.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import type { IdentityReport } from './identity-report.ts'

export async function identityReport(shop: ShopDependencies, admin: Actor): Promise<IdentityReport> {
  requirePermission(admin, 'dashboard.read')
  const isInvented = hasInventedCompany(shop.identity)
  return {
    isInvented,
    missing: missingIdentityFields(shop.identity),
    demoProducts: isInvented ? 0 : await countDemoProducts(shop, admin),
  }
}
