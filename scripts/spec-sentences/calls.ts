import { sentencesOf, type SpecSentence } from './sentence.ts'

const CATALOGUE = 'shop/catalogue/catalogue.sql.test.ts'
const LISTS = 'shop/catalogue/catalogue-sql.server.ts'
const FUNCTION = 'server/order-mail-function.sql.test.ts'

export const calls: SpecSentence[] = sentencesOf('§7', [
  {
    sentence: 'Sign up: then a user_profiles row with the registration fields; both or neither',
    files: ['shop/accounts/register.server.ts'],
    tests: [
      'shop/accounts/accounts.sql.test.ts › §7 an account is made with its profile',
      'shop/accounts/accounts.sql.test.ts › §7 without its profile there is no account and no mail either',
    ],
  },
  {
    sentence: 'If no user is returned, an error is raised',
    files: ['shop/accounts/register.server.ts', 'web/account/register-page.server.ts'],
    tests: ['tests/database-is-gone.test.ts › §8 a sign-up that returns no user says so'],
  },
  {
    sentence: 'Sign in with password, for customer and admin',
    files: ['shop/accounts/sign-in.server.ts'],
    tests: [
      'shop/accounts/accounts.sql.test.ts › §4 a right password signs in',
      'shop/accounts/administrators.sql.test.ts › §6 the first administrator signs in at once',
    ],
  },
  {
    sentence: 'Sign out has local scope',
    files: ['shop/accounts/sessions.server.ts'],
    tests: ['shop/accounts/sign-out.sql.test.ts › §7 it is local: the other browser stays signed in'],
  },
  {
    sentence: 'Token refresh',
    files: ['shop/accounts/sessions.server.ts', 'server/session-routes.ts'],
    tests: [
      'shop/accounts/sessions.sql.test.ts › D7 the access part is good for an hour, and then the refresh part renews it',
      'server/session-routes.sql.test.ts › D7 POST renews',
    ],
  },
  {
    sentence: 'Other endpoints of the auth client are no product features',
    files: ['server/app.ts'],
    tests: ['tests/requests/forged-session.test.ts › the routes of the accounts library itself are not there'],
  },
  {
    sentence: 'categories: all, ordered by name',
    files: [LISTS, 'db/procedures/place_category.sql'],
    tests: [`${CATALOGUE} › by name whatever its case`, `${CATALOGUE} › the owner’s order goes before the names`, 'shop/catalogue/save-category.sql.test.ts › §7 all categories, by name where nobody has put them in order'],
    instead: 'docs/decisions/0030-what-the-owner-says-of-products-and-categories.md',
  },
  {
    sentence: 'products: with category; filters category slug, is_best_seller; paging 16, sorted by the chosen sort',
    files: [LISTS],
    tests: [
      `${CATALOGUE} › D12 $sort of $category, best sellers only: $bestSellersOnly`,
      `${CATALOGUE} › §9 16 a page`,
    ],
  },
  {
    sentence: 'products: filter category_id (admin)',
    files: ['db/procedures/find_products.sql', 'shop/catalogue/office.server.ts'],
    tests: ['shop/catalogue/office-list.sql.test.ts › §7 filtered by category_id'],
  },
  {
    sentence: 'products: single by slug with category',
    files: [LISTS],
    tests: [`${CATALOGUE} › §3 every field, with its category and picture`],
  },
  {
    sentence: 'user_profiles: single by user_id; update of the six fields',
    files: ['shop/accounts/profile.server.ts'],
    tests: [
      'shop/accounts/accounts.sql.test.ts › §2 the six fields are saved',
      'shop/accounts/forms.test.ts › §7 a profile is its six fields',
    ],
  },
  {
    sentence: 'orders (customer): own orders with items, newest first',
    files: ['shop/orders/orders-sql.server.ts'],
    tests: [
      'shop/orders/orders.sql.test.ts › newest first, six a page',
      'shop/orders/orders.sql.test.ts › nobody else’s, and none to begin with',
    ],
  },
  {
    sentence: 'orders (admin): all, with user profile and items; one by id',
    files: ['shop/orders/orders-sql.server.ts', 'db/procedures/find_orders.sql'],
    tests: [
      'shop/orders/orders.sql.test.ts › the owner sees everything: items, profile',
      'shop/orders/order-search.sql.test.ts › a row says who, where and how many pieces',
    ],
  },
  {
    sentence: 'Counts: products total, products with stock below 10, categories',
    files: ['shop/catalogue/catalogue.server.ts'],
    tests: [`${CATALOGUE} › §9 all products, those with stock below 10, and the categories`],
  },
  {
    sentence: 'Placing inserts orders and order_items with the fields named',
    files: ['db/procedures/place_orders.sql'],
    tests: [
      'db/place-order.sql.test.ts › §4 D17 D21 one call stores the order, its items, ledger, history and mail',
    ],
  },
  {
    sentence: 'Order items are upserted from the edit dialog; total_amount and estimated_delivery updated',
    files: ['db/procedures/edit_order.sql'],
    tests: [
      'db/edit-order.sql.test.ts › §5 D24 quantities go up and down',
      'web/admin/edit-order.sql.test.ts › §5 quantities, a removal and the day are saved',
    ],
  },
  {
    sentence: 'A move updates status and updated_at, plus actual_delivery when delivered',
    files: ['db/procedures/move_order.sql', 'db/migrations/0004-what-triggers-keep.sql'],
    tests: [
      'db/fields.sql.test.ts › §7 a move writes status and updated_at, and actual_delivery when it delivers',
    ],
  },
  {
    sentence: 'products and categories: insert',
    files: ['shop/catalogue/edit-catalogue.server.ts'],
    tests: [
      'shop/catalogue/edit-catalogue.sql.test.ts › §5 a product gets its slug from its name',
      'server/load-demo.sql.test.ts › §3 every product stands as the catalogue has it',
    ],
  },
  {
    sentence: 'products and categories: update, and is_active',
    files: ['shop/catalogue/save-product.server.ts', 'shop/catalogue/save-category.server.ts', 'shop/catalogue/change-products.server.ts'],
    tests: [
      'shop/catalogue/save-product.sql.test.ts › §7 every field is saved but the slug',
      'shop/catalogue/save-category.sql.test.ts › §7 name, description and picture are changed',
      'shop/catalogue/office-list.sql.test.ts › off and on again: shoppers see it or not',
    ],
  },
  {
    sentence: 'inventory_adjustments: insert',
    files: ['db/procedures/update_product_stock.sql'],
    tests: ['db/stock.sql.test.ts › §7 D27 the stock changes by so many, and the ledger says who, why'],
  },
  {
    sentence: 'rpc is_admin: no arguments, a boolean',
    files: ['db/procedures/is_admin.sql'],
    tests: ['db/who-sees-what.sql.test.ts › is_admin() answers for the person asking'],
  },
  {
    sentence: 'rpc cancel_order(p_order_id, p_reason)',
    files: ['db/procedures/cancel_order.sql'],
    tests: ['db/fields.sql.test.ts › §7 the procedures take their arguments by name'],
  },
  {
    sentence: 'rpc update_product_stock(p_product_id, p_quantity_change, p_action_type manual_adjustment, p_notes)',
    files: ['db/procedures/update_product_stock.sql'],
    tests: ['db/fields.sql.test.ts › §7 the procedures take their arguments by name'],
  },
  {
    sentence: 'Bucket product-images: keys products/{category slug}/{slug}-{timestamp}.{ext} and categories/{slug}-{timestamp}.{ext}',
    files: ['shop/media/picture-key.ts'],
    tests: ['shop/media/picture-key.test.ts › §7 a product lies under its category'],
  },
  {
    sentence: 'Upload with overwrite allowed',
    files: ['shop/media/pictures.server.ts'],
    tests: ['shop/media/pictures.sql.test.ts › upload with overwrite'],
  },
  {
    sentence: 'Remove the old image when an image is replaced',
    files: ['shop/media/pictures.server.ts', 'shop/media/upload.server.ts', 'shop/catalogue/save-product.server.ts'],
    tests: [
      'shop/media/pictures.sql.test.ts › a replaced picture goes with all its files and its row',
      'shop/catalogue/save-product.sql.test.ts › a new one replaces it and the old files go',
      'tests/requests/catalogue-office.test.ts › §7 a new picture replaces the old one',
    ],
  },
  {
    sentence: 'Get the public URL for display',
    files: ['server/storage-routes.ts', 'shop/media/picture-key.ts'],
    tests: [
      'shop/media/picture-key.test.ts › §7 the public address holds the key',
      'tests/requests/services.test.ts › gives a picture to everybody, for good',
    ],
  },
  {
    sentence: 'POST send-order-email with orderId, authorised with the public client key',
    files: ['server/order-mail-function.ts'],
    tests: [
      `${FUNCTION} › the key counts in either header`,
      'tests/requests/services.test.ts › answers whoever shows the public client key alike',
    ],
  },
  {
    sentence: 'Its failure is only logged and does not block the order',
    files: ['server/mail-worker.ts', 'shop/checkout/place-order.server.ts'],
    tests: ['server/mail-worker.sql.test.ts › a failed mail waits twice as long each time, tells why'],
  },
])
