import { identityReportMessages, type IdentityReport } from '#shop/reports/dashboard/identity-report.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ShopLink } from '#web/ui/navigation/shop-link.tsx'
import { SETTINGS_PATH } from '#web/admin/settings/settings-view.ts'
import { PRODUCTS_PATH } from '#web/admin/products/product-list-url.ts'

export function IdentityWarnings({ report: { missing, demoProducts } }: { report: IdentityReport }) {
  const isRegistrationMissing = missing.some((field) => field !== 'name')
  return (
    <>
      {missing.length > 0 && (
        <Notice tone="warning" title={identityReportMessages.missingTitle(missing)} className="mt-4">
          {missing.includes('name') && <p>{identityReportMessages.missingName}</p>}
          {isRegistrationMissing && <p>{identityReportMessages.missingRegistration}</p>}
          <p>
            <ShopLink to={SETTINGS_PATH} className="link">
              Go to settings
            </ShopLink>
          </p>
        </Notice>
      )}
      {demoProducts > 0 && (
        <Notice tone="warning" title={identityReportMessages.demoTitle(demoProducts)} className="mt-4">
          <p>
            {identityReportMessages.demoHint}{' '}
            <ShopLink to={PRODUCTS_PATH} className="link">
              Go to products
            </ShopLink>
          </p>
        </Notice>
      )}
    </>
  )
}
