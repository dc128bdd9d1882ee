import { identityReportMessages, type IdentityReport } from '#features/dashboard/identity-report.ts'
import { Notice } from '#kit/feedback/notice.tsx'
import { ShopLink } from '#kit/navigation/shop-link.tsx'
import { SETTINGS_PATH } from '#features/settings/admin/settings-view.ts'
import { PRODUCTS_PATH } from '#features/catalogue/products/list/admin/product-list-url.ts'

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
