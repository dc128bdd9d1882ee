import {
  CATEGORIES_CSV_PATH,
  CATEGORIES_TEMPLATE_PATH,
  IMPORT_PROGRESS_PATH,
  PRODUCTS_CSV_PATH,
  PRODUCTS_TEMPLATE_PATH,
} from '#features/catalogue/import/import-paths.ts'
import { AVOIDED_ALLERGENS_PATH } from '#features/catalogue/labels/avoided-allergens.ts'
import { PUBLIC_PICTURE_PATH } from '#shop/picture-key.ts'
import { ADMIN_EVENTS_PATH } from '#features/orders/events/order-events.ts'
import { customerDataPath, OWN_DATA_PATH } from '#features/customers/customer-data-paths.ts'
import { FIGURES_CSV_PATH, FIGURES_PDF_PATH } from '#features/figures/figures-paths.ts'
import type { AdministratorRole } from '#shop/administrator-role.ts'
import type { adminRoutes } from '#app/admin-routes.ts'
import type { RouteId } from '#app/all-routes.ts'
import type { Access } from '#kit/routing/route-definition.ts'

/** Independent of the route table; a route without an entry fails. */
export const ROUTE_ACCESS: Record<RouteId, Access> = {
  home: 'public',
  products: 'public',
  product: 'public',
  categories: 'public',
  about: 'public',
  contact: 'public',
  feedback: 'public',
  'business-enquiry': 'public',
  login: 'public',
  register: 'public',
  'verify-email': 'public',
  'forgot-password': 'public',
  'reset-password': 'public',
  'stock-alerts': 'public',
  profile: 'customer',
  'own-password': 'customer',
  'own-data': 'customer',
  orders: 'customer',
  order: 'customer',
  checkout: 'customer',
  'organic-importance': 'public',
  'shipping-policy': 'public',
  'returns-refunds': 'public',
  terms: 'public',
  faq: 'public',
  privacy: 'public',
  'not-found': 'public',
  'admin-login': 'public',
  'admin-invitation': 'public',
  'admin-dashboard': 'admin',
  'admin-products': 'admin',
  'admin-product-import': 'admin',
  'admin-prices': 'admin',
  'admin-offers': 'admin',
  'admin-featured': 'admin',
  'admin-deliveries': 'admin',
  'admin-delivery': 'admin',
  'admin-batches': 'admin',
  'admin-stock-takes': 'admin',
  'admin-stock-take': 'admin',
  'admin-recalls': 'admin',
  'admin-categories': 'admin',
  'admin-search': 'admin',
  'admin-settings': 'admin',
  'admin-emails': 'admin',
  'admin-texts': 'admin',
  'admin-text': 'admin',
  'admin-pictures': 'admin',
  'admin-people': 'admin',
  'admin-orders': 'admin',
  'admin-slips': 'admin',
  'admin-phone-order': 'admin',
  'admin-order': 'admin',
  'admin-customers': 'admin',
  'admin-customer': 'admin',
  'admin-figures': 'admin',
  'admin-account': 'admin',
  'admin-audit': 'admin',
  'admin-not-found': 'admin',
}

/** The roles that may open an admin page; a page without an entry fails. */
const ALL_ROLES = ['owner', 'manager', 'packer'] as const
const MANAGERS = ['owner', 'manager'] as const
export const ROUTE_ROLES: Record<(typeof adminRoutes)[number]['id'], readonly AdministratorRole[]> = {
  'admin-dashboard': MANAGERS,
  'admin-products': MANAGERS,
  'admin-product-import': MANAGERS,
  'admin-prices': MANAGERS,
  'admin-offers': MANAGERS,
  'admin-featured': MANAGERS,
  'admin-deliveries': MANAGERS,
  'admin-delivery': MANAGERS,
  'admin-batches': MANAGERS,
  'admin-stock-takes': MANAGERS,
  'admin-stock-take': MANAGERS,
  'admin-recalls': MANAGERS,
  'admin-categories': MANAGERS,
  'admin-search': MANAGERS,
  'admin-orders': ALL_ROLES,
  'admin-slips': ALL_ROLES,
  'admin-phone-order': MANAGERS,
  'admin-order': ALL_ROLES,
  'admin-customers': MANAGERS,
  'admin-customer': MANAGERS,
  'admin-figures': MANAGERS,
  'admin-account': ALL_ROLES,
  'admin-settings': ['owner'],
  'admin-emails': ['owner'],
  'admin-texts': ['owner'],
  'admin-text': ['owner'],
  'admin-pictures': ['owner'],
  'admin-people': ['owner'],
  'admin-audit': MANAGERS,
  'admin-not-found': ALL_ROLES,
}

/** By source file: the routes in the source, and the paths to request. A route without an entry fails. */
export const SERVICE_ENDPOINTS: Record<string, { named: readonly string[]; tried: readonly string[] }> = {
  'features/orders/events/admin-events-route.server.ts': {
    named: ['get ADMIN_EVENTS_PATH'],
    tried: [ADMIN_EVENTS_PATH],
  },
  'features/catalogue/import/catalogue-export-route.server.ts': {
    named: [
      'get PRODUCTS_CSV_PATH',
      'get CATEGORIES_CSV_PATH',
      'get PRODUCTS_TEMPLATE_PATH',
      'get CATEGORIES_TEMPLATE_PATH',
      'get IMPORT_PROGRESS_PATH',
    ],
    tried: [
      PRODUCTS_CSV_PATH,
      CATEGORIES_CSV_PATH,
      PRODUCTS_TEMPLATE_PATH,
      CATEGORIES_TEMPLATE_PATH,
      IMPORT_PROGRESS_PATH,
    ],
  },
  'features/customers/own-data/customer-data-routes.server.ts': {
    named: ['get CUSTOMER_DATA_PATH', 'get OWN_DATA_PATH'],
    tried: [customerDataPath('00000000-0000-4000-8000-000000000000'), OWN_DATA_PATH],
  },
  'features/stock/recalls/recall-export-route.server.ts': {
    named: [`get '/admin/recalls/:id/orders.csv'`],
    tried: ['/admin/recalls/00000000-0000-4000-8000-000000000000/orders.csv'],
  },
  'features/figures/figures-route.server.ts': {
    named: ['get FIGURES_CSV_PATH', 'get FIGURES_PDF_PATH'],
    tried: [`${FIGURES_CSV_PATH}?table=orders`, FIGURES_PDF_PATH],
  },
  'app/start/http-app.ts': {
    named: [`on ['GET'`, `on ['GET'`, `all '*'`],
    tried: [
      '/livez',
      '/readyz',
      '/healthz',
      '/_data',
      '/assets/x.js',
      '/favicon.svg',
      '/favicon.ico',
      '/nowhere',
      '/%0a',
    ],
  },
  'features/catalogue/avoided-allergens/avoided-allergens-route.server.ts': {
    named: ['get AVOIDED_ALLERGENS_PATH', 'put AVOIDED_ALLERGENS_PATH'],
    tried: [AVOIDED_ALLERGENS_PATH],
  },
  'features/cart/cart-route.server.ts': { named: [`get '/api/cart'`], tried: ['/api/cart'] },
  'features/catalogue/storefront/products-route.server.ts': {
    named: [`get '/api/products'`],
    tried: ['/api/products'],
  },
  'features/catalogue/search/search-suggestions-route.server.ts': {
    named: [`get '/api/search-suggestions'`],
    tried: ['/api/search-suggestions'],
  },
  'app/http-routes/seo-routes.ts': {
    named: [
      `get '/robots.txt'`,
      `get '/manifest.webmanifest'`,
      `get '/sitemap.xml'`,
      `get '/sitemap-pages.xml'`,
      `get '/:file{sitemap-products-[1-9][0-9]{0`,
    ],
    tried: [
      '/robots.txt',
      '/manifest.webmanifest',
      '/sitemap.xml',
      '/sitemap-pages.xml',
      '/sitemap-products-1.xml',
    ],
  },
  'features/orders/events/send-order-email-route.server.ts': {
    named: ['post PATH', 'all PATH'],
    tried: ['/functions/v1/send-order-email'],
  },
  'features/accounts/sessions/session-routes.server.ts': {
    named: ['get SESSION_PATH', 'post SESSION_PATH', 'delete SESSION_PATH', 'post SIGN_OUT_PATH'],
    tried: ['/api/session', '/logout'],
  },
  'features/pictures/storage-routes.server.ts': {
    named: ['get `${PUBLIC_PICTURE_PATH}*`', 'all `${PUBLIC_PICTURE_PATH}*`'],
    tried: [`${PUBLIC_PICTURE_PATH}products/none.webp`],
  },
}
export const SERVICE_PATHS: readonly string[] = Object.values(SERVICE_ENDPOINTS).flatMap(({ tried }) => tried)

/** A readable table without an entry fails. */
export const READABLE_ROWS: Record<
  string,
  | 'everybody'
  | 'what is on sale'
  | 'one’s own'
  | 'administrators'
  | 'administrators, packers in part'
  | 'owners'
> = {
  'public.categories': 'everybody',
  'public.category_counts': 'everybody',
  'public.pictures': 'everybody',
  'public.products': 'what is on sale',
  'public.product_pairings': 'everybody',
  'public.bought_together': 'everybody',
  'public.user_profiles': 'one’s own',
  'public.orders': 'one’s own',
  'public.order_items': 'one’s own',
  'public.order_history': 'one’s own',
  'public.refunds': 'one’s own',
  'public.refund_lines': 'one’s own',
  'public.idempotency_keys': 'one’s own',
  'public.order_notes': 'administrators, packers in part',
  'public.phone_orders': 'administrators',
  'public.inventory_adjustments': 'administrators',
  'public.audit_events': 'administrators',
  'public.daily_sales': 'administrators',
  'public.product_batches': 'administrators',
  'public.batch_movements': 'administrators',
  'public.deliveries': 'administrators',
  'public.product_imports': 'administrators',
  'public.product_import_lines': 'administrators',
  'public.offers': 'administrators',
  'public.price_changes': 'administrators',
  'public.price_change_lines': 'administrators',
  'public.recalls': 'administrators',
  'public.recall_batches': 'administrators',
  'public.stock_takes': 'administrators',
  'public.stock_take_lines': 'administrators',
  'public.access_events': 'administrators',
  'public.settings': 'owners',
  'public.content_versions': 'owners',
}
