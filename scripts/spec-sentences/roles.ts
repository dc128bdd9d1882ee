import { sentencesOf, type SpecSentence } from './sentence.ts'

const POLICIES = 'db/policies.sql'
const MATRIX = 'shop/permissions.ts'

export const roles: SpecSentence[] = sentencesOf('§6', [
  {
    sentence: 'Anonymous visitors browse, keep a cart, use public pages, register and log in',
    files: [MATRIX, POLICIES],
    tests: [
      'tests/requests/guards.test.ts › §6 $path',
      'tests/journeys/accessibility.spec.ts › §2 no barrier and no dead link on ${route.path}',
    ],
  },
  {
    sentence: 'Anonymous visitors submit feedback and enquiry forms (local only)',
    files: [MATRIX, 'web/enquiries/use-enquiry.ts'],
    tests: [
      'tests/journeys/enquiries.spec.ts › notes the entries in the browser, thanks the visitor and sends nothing',
    ],
  },
  {
    sentence: 'Customers check out, edit their own profile and view their own orders, and nobody else’s',
    files: [MATRIX, POLICIES],
    tests: [
      'db/who-sees-what.sql.test.ts › a customer reads their own orders, items and history, and nobody else’s',
      'db/who-sees-what.sql.test.ts › a customer reads and changes the six fields of their own profile alone',
      'tests/requests/guards.test.ts › is not among a customer’s own, neither as a page nor as data',
      'tests/requests/order-receipt.test.ts › §6 is exactly like one that does not exist',
    ],
  },
  {
    sentence: 'Customers cancel own orders that are not shipped, cancelled or delivered',
    files: ['db/procedures/cancel_order.sql'],
    tests: [
      'db/cancel-order.sql.test.ts › from %s, %s: the database says what shop/orders/order.ts says',
      'tests/requests/guards.test.ts › cannot be cancelled by a customer who knows its id',
    ],
  },
  {
    sentence: 'Administrators change order status and cancel orders',
    files: [MATRIX, 'shop/orders/orders.server.ts'],
    tests: [
      'web/admin/act-on-order.sql.test.ts › §6 nobody but an administrator acts on orders, whatever the form says',
      'shop/orders/orders.sql.test.ts › §6 each is refused to whoever may not',
    ],
  },
  {
    sentence: 'Administrators edit orders: items, quantities, estimated delivery',
    files: ['db/procedures/edit_order.sql'],
    tests: [
      'db/edit-order.sql.test.ts › §6 the estimate can be moved, alone',
      'db/edit-order.sql.test.ts › §6 customers, even the order’s own, and somebody who is no administrator cannot edit',
      'web/admin/edit-order.sql.test.ts › §6 nobody but an administrator edits orders, whatever the form says',
    ],
  },
  {
    sentence: 'Administrators create and edit products and categories, and toggle product active state',
    files: ['shop/catalogue/edit-catalogue.server.ts', POLICIES],
    tests: [
      'shop/catalogue/edit-catalogue.sql.test.ts › §6 nobody else may add anything, and the database says so as well',
      'db/who-sees-what.sql.test.ts › the owner edits a product, and neither its slug, its stock',
      'shop/catalogue/save-product.sql.test.ts › §6 nobody else adds or changes a product',
      'shop/catalogue/save-category.sql.test.ts › §6 nobody else adds, changes or lists',
      'shop/catalogue/office-list.sql.test.ts › §6 nobody else switches anything',
      'tests/requests/catalogue-office.test.ts › §4 D11 off and on again',
    ],
  },
  {
    sentence: 'Administrators adjust stock',
    files: ['shop/stock/stock.server.ts', 'db/procedures/update_product_stock.sql'],
    tests: ['db/stock.sql.test.ts › §6 nobody but an administrator changes stock', 'tests/requests/catalogue-office.test.ts › §5 D27 the stock changes with its reason'],
  },
  {
    sentence: 'Admin sign-in calls is_admin; if false the user is signed out and sees Access denied. Admin privileges required.',
    files: ['shop/accounts/sign-in.server.ts', 'db/procedures/is_admin.sql'],
    tests: [
      'shop/accounts/administrators.sql.test.ts › §6 a customer with a right password is refused and left without a session',
      'tests/journeys/session.spec.ts › §6 a customer at the back-office’s door is told so',
    ],
  },
  {
    sentence: 'Real enforcement is on the server: the browser’s marker alone opens nothing',
    files: ['server/pages.ts', 'web/http/guards.server.ts'],
    tests: [
      'tests/requests/guards.test.ts › a customer with the browser’s marker alone is refused',
      'tests/requests/guards.test.ts › §6 $path',
      'tests/requests/forged-session.test.ts › §6 a claim in a header is no claim',
    ],
  },
  {
    sentence: 'There are no category delete or product delete actions',
    files: [POLICIES],
    tests: ['db/who-may-do-what.sql.test.ts › every actor may do on every table exactly what is written here'],
  },
  {
    sentence: 'The public client key is embedded in the client for all calls',
    files: ['shop/mail/public-client-key.ts'],
    tests: [
      'server/order-mail-function.sql.test.ts › the key counts in either header, and without it nothing is read or queued',
    ],
  },
])
