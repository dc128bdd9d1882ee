import type { ActionFunction, LoaderFunction } from 'react-router'
import * as forgotPasswordPage from './account/password/forgot-password-page.server.ts'
import * as loginPage from './account/sign-in/login-page.server.ts'
import * as orderReceiptPage from './account/receipt/order-receipt-page.server.ts'
import * as ordersPage from './account/orders/orders-page.server.ts'
import * as ownDataPage from './account/own-data/own-data-page.server.ts'
import * as ownPasswordPage from './account/password/change-password-page.server.ts'
import * as profilePage from './account/profile/profile-page.server.ts'
import * as registerPage from './account/registration/register-page.server.ts'
import * as resetPasswordPage from './account/password/reset-password-page.server.ts'
import * as stockAlertsPage from './account/stock-alerts/stock-alerts-page.server.ts'
import * as verifyEmailPage from './account/registration/verify-email-page.server.ts'
import * as adminAccountPage from './admin/account/admin-account-page.server.ts'
import * as adminLoginPage from './admin/sign-in/admin-login-page.server.ts'
import * as invitationPage from './admin/sign-in/invitation-page.server.ts'
import * as auditPage from './admin/audit-log/audit-log-page.server.ts'
import * as productImportPage from './admin/product-import/product-import-page.server.ts'
import * as deliveriesPage from './admin/deliveries/deliveries-page.server.ts'
import * as deliveryPage from './admin/deliveries/delivery-page.server.ts'
import * as offersPage from './admin/offers/offers-page.server.ts'
import * as featuredOrderPage from './admin/featured-order/featured-order-page.server.ts'
import * as priceChangesPage from './admin/price-changes/price-changes-page.server.ts'
import * as batchesPage from './admin/batches/batches-page.server.ts'
import * as stockTakePage from './admin/stock-takes/stock-take-page.server.ts'
import * as stockTakesPage from './admin/stock-takes/stock-takes-page.server.ts'
import * as recallsPage from './admin/recalls/recalls-page.server.ts'
import * as adminCategoriesPage from './admin/categories/categories-page.server.ts'
import * as adminPicturesPage from './admin/content/pictures-page.server.ts'
import * as adminTextPage from './admin/content/text-page.server.ts'
import * as adminTextsPage from './admin/content/texts-page.server.ts'
import * as dashboardPage from './admin/dashboard/dashboard-page.server.ts'
import * as customerPage from './admin/customers/customer-page.server.ts'
import * as customersPage from './admin/customers/customers-page.server.ts'
import * as figuresPage from './admin/figures/figures-page.server.ts'
import * as adminNotFoundPage from './admin/layout/admin-not-found-page.server.ts'
import * as adminOrderPage from './admin/order/order-page.server.ts'
import * as adminOrdersPage from './admin/orders/orders-page.server.ts'
import * as adminPeoplePage from './admin/people/people-page.server.ts'
import * as adminProductsPage from './admin/products/products-page.server.ts'
import * as adminSearchPage from './admin/search-words/search-words-page.server.ts'
import * as adminEmailsPage from './admin/settings/emails-page.server.ts'
import * as adminSettingsPage from './admin/settings/settings-page.server.ts'
import * as phoneOrderPage from './admin/phone-orders/phone-order-page.server.ts'
import * as slipsPage from './admin/packing-slips/packing-slips-page.server.ts'
import { ownTextPage } from './content/layout/own-text.server.ts'
import * as privacyPage from './content/privacy/privacy-page.server.ts'
import * as businessEnquiryPage from './enquiries/business-enquiry-page.server.ts'
import * as feedbackPage from './enquiries/feedback-page.server.ts'
import * as checkoutPage from './checkout/checkout-page.server.ts'
import { rejectFormsOfOtherUsers } from './http/form-user-check.server.ts'
import { withRoutePermission } from './http/route-permission.server.ts'
import { allRoutes, type RouteId } from './all-routes.ts'
import * as categoriesPage from './storefront/categories/categories-page.server.ts'
import * as readHomePage from './storefront/home/home-page.server.ts'
import * as notFoundPage from './storefront/errors/not-found-page.server.ts'
import * as productPage from './storefront/product/product-page.server.ts'
import * as productsPage from './storefront/products/products-page.server.ts'

const handlersByRoute: Record<RouteId, { loader?: LoaderFunction; action?: ActionFunction }> = {
  home: readHomePage,
  products: productsPage,
  product: productPage,
  categories: categoriesPage,
  about: ownTextPage('about'),
  contact: {},
  feedback: feedbackPage,
  'business-enquiry': businessEnquiryPage,
  login: loginPage,
  register: registerPage,
  'verify-email': verifyEmailPage,
  'forgot-password': forgotPasswordPage,
  'reset-password': resetPasswordPage,
  'stock-alerts': stockAlertsPage,
  profile: profilePage,
  'own-password': ownPasswordPage,
  'own-data': ownDataPage,
  orders: ordersPage,
  order: orderReceiptPage,
  checkout: checkoutPage,
  'organic-importance': ownTextPage('organic-importance'),
  'shipping-policy': ownTextPage('shipping-policy'),
  'returns-refunds': ownTextPage('returns-refunds'),
  terms: ownTextPage('terms'),
  faq: ownTextPage('faq'),
  privacy: privacyPage,
  'not-found': notFoundPage,
  'admin-login': adminLoginPage,
  'admin-invitation': invitationPage,
  'admin-dashboard': dashboardPage,
  'admin-products': adminProductsPage,
  'admin-product-import': productImportPage,
  'admin-prices': priceChangesPage,
  'admin-offers': offersPage,
  'admin-featured': featuredOrderPage,
  'admin-deliveries': deliveriesPage,
  'admin-delivery': deliveryPage,
  'admin-batches': batchesPage,
  'admin-stock-takes': stockTakesPage,
  'admin-stock-take': stockTakePage,
  'admin-recalls': recallsPage,
  'admin-categories': adminCategoriesPage,
  'admin-search': adminSearchPage,
  'admin-settings': adminSettingsPage,
  'admin-emails': adminEmailsPage,
  'admin-texts': adminTextsPage,
  'admin-text': adminTextPage,
  'admin-pictures': adminPicturesPage,
  'admin-people': adminPeoplePage,
  'admin-orders': adminOrdersPage,
  'admin-slips': slipsPage,
  'admin-phone-order': phoneOrderPage,
  'admin-order': adminOrderPage,
  'admin-customers': customersPage,
  'admin-customer': customerPage,
  'admin-figures': figuresPage,
  'admin-account': adminAccountPage,
  'admin-audit': auditPage,
  'admin-not-found': adminNotFoundPage,
}

const permissionByRoute = new Map(allRoutes.map((entry) => [entry.id, entry.permission]))

export const handlers = Object.fromEntries(
  Object.entries(handlersByRoute).map(([id, handler]) => [
    id,
    withRoutePermission(permissionByRoute.get(id), rejectFormsOfOtherUsers(handler)),
  ]),
) as typeof handlersByRoute
