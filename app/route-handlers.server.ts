import type { ActionFunction, LoaderFunction } from 'react-router'
import * as forgotPasswordPage from '#features/accounts/passwords/forgot-password-page.server.ts'
import * as loginPage from '#features/accounts/sign-in/login-page.server.ts'
import * as orderReceiptPage from '#features/orders/receipt/order-receipt-page.server.ts'
import * as ordersPage from '#features/orders/own-orders/orders-page.server.ts'
import * as ownDataPage from '#features/customers/own-data/own-data-page.server.ts'
import * as ownPasswordPage from '#features/accounts/passwords/change-password-page.server.ts'
import * as profilePage from '#features/accounts/profile/profile-page.server.ts'
import * as registerPage from '#features/accounts/registration/register-page.server.ts'
import * as resetPasswordPage from '#features/accounts/passwords/reset-password-page.server.ts'
import * as stockAlertsPage from '#features/stock/alerts/stock-alerts-page.server.ts'
import * as verifyEmailPage from '#features/accounts/registration/verify-email-page.server.ts'
import * as adminAccountPage from '#features/accounts/administrators/admin/admin-account-page.server.ts'
import * as adminLoginPage from '#features/accounts/sign-in/admin/admin-login-page.server.ts'
import * as invitationPage from '#features/accounts/sign-in/admin/invitation-page.server.ts'
import * as auditPage from '#features/audit/admin/audit-log-page.server.ts'
import * as productImportPage from '#features/catalogue/import/admin/product-import-page.server.ts'
import * as deliveriesPage from '#features/stock/deliveries/admin/deliveries-page.server.ts'
import * as deliveryPage from '#features/stock/deliveries/admin/delivery-page.server.ts'
import * as offersPage from '#features/catalogue/offers/admin/offers-page.server.ts'
import * as featuredOrderPage from '#features/catalogue/featured-order/admin/featured-order-page.server.ts'
import * as priceChangesPage from '#features/catalogue/price-changes/admin/price-changes-page.server.ts'
import * as batchesPage from '#features/stock/batches/admin/batches-page.server.ts'
import * as stockTakePage from '#features/stock/stock-takes/admin/stock-take-page.server.ts'
import * as stockTakesPage from '#features/stock/stock-takes/admin/stock-takes-page.server.ts'
import * as recallsPage from '#features/stock/recalls/admin/recalls-page.server.ts'
import * as adminCategoriesPage from '#features/catalogue/categories/admin/categories-page.server.ts'
import * as adminPicturesPage from '#features/content/admin/pictures-page.server.ts'
import * as adminTextPage from '#features/content/admin/text-page.server.ts'
import * as adminTextsPage from '#features/content/admin/texts-page.server.ts'
import * as dashboardPage from '#features/dashboard/admin/dashboard-page.server.ts'
import * as customerPage from '#features/customers/admin/customer-page.server.ts'
import * as customersPage from '#features/customers/admin/customers-page.server.ts'
import * as figuresPage from '#features/figures/admin/figures-page.server.ts'
import * as adminNotFoundPage from './admin-layout/admin-not-found-page.server.ts'
import * as adminOrderPage from '#features/orders/admin/order/order-page.server.ts'
import * as adminOrdersPage from '#features/orders/admin/list/orders-page.server.ts'
import * as adminPeoplePage from '#features/accounts/people/admin/people-page.server.ts'
import * as adminProductsPage from '#features/catalogue/products/list/admin/products-page.server.ts'
import * as adminSearchPage from '#features/catalogue/search-words/admin/search-words-page.server.ts'
import * as adminEmailsPage from '#features/settings/admin/emails-page.server.ts'
import * as adminSettingsPage from '#features/settings/admin/settings-page.server.ts'
import * as phoneOrderPage from '#features/checkout/phone-orders/admin/phone-order-page.server.ts'
import * as slipsPage from '#features/orders/packing-slips/admin/packing-slips-page.server.ts'
import { ownTextPage } from '#features/content/layout/own-text.server.ts'
import * as privacyPage from '#features/content/privacy/privacy-page.server.ts'
import * as businessEnquiryPage from '#features/enquiries/business-enquiry-page.server.ts'
import * as feedbackPage from '#features/enquiries/feedback-page.server.ts'
import * as checkoutPage from '#features/checkout/checkout-page.server.ts'
import { rejectFormsOfOtherUsers } from '#kit/requests/form-user-check.server.ts'
import { withRoutePermission } from '#kit/requests/route-permission.server.ts'
import { allRoutes, type RouteId } from './all-routes.ts'
import * as categoriesPage from '#features/catalogue/categories/categories-page.server.ts'
import * as readHomePage from '#features/catalogue/home/home-page.server.ts'
import * as notFoundPage from '#kit/errors/not-found-page.server.ts'
import * as productPage from '#features/catalogue/product-page/product-page.server.ts'
import * as productsPage from '#features/catalogue/product-list/products-page.server.ts'

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
