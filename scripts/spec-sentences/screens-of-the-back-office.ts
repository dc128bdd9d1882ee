import { sentencesOf, type SpecSentence } from './sentence.ts'

export const backOfficeScreens: SpecSentence[] = sentencesOf('§2', [
  {
    sentence: '/admin: sign-in with e-mail and password',
    files: ['web/admin/admin-login-page.tsx'],
    tests: [
      'tests/requests/main-job.test.ts › §2 the back-office says who may not come in, and lets the owner in',
      'tests/requests/password-reset.test.ts › §2 the link of the back-office’s sign-in leads to the reset',
    ],
  },
  {
    sentence: '/admin/dashboard: total products, products with stock below 10, and a category count',
    files: ['web/admin/dashboard-page.tsx', 'web/admin/dashboard-first-steps.tsx', 'shop/catalogue/catalogue.server.ts'],
    tests: [
      'tests/requests/screens.test.ts › §2 dashboard: total products',
      'tests/requests/other-identity.test.ts › §2 the dashboard leads the owner through the first steps instead of counting nothing',
      'shop/catalogue/catalogue.sql.test.ts › §9 all products, those with stock below 10, and the categories',
    ],
  },
  {
    sentence: '/admin/products: table, category filter, add and edit dialogs, active toggle, stock dialog',
    files: ['web/admin/products-page.tsx', 'web/admin/product-table.tsx', 'web/admin/product-dialogs.tsx', 'web/admin/stock-dialog.tsx'],
    tests: [
      'tests/requests/catalogue-office.test.ts › §2 a table with category filter, search, order and pages in the address',
      'tests/journeys/catalogue-office.spec.ts › §2 §4 §5 §7 the owner adds a product with a picture',
    ],
  },
  {
    sentence: '/admin/products: low stock is shown in red',
    files: ['web/admin/product-table.tsx', 'web/admin/product-list.css'],
    tests: ['tests/requests/catalogue-office.test.ts › low stock in red and in words'],
  },
  {
    sentence: '/admin/categories: card grid with add and edit dialog',
    files: ['web/admin/categories-page.tsx', 'web/admin/category-dialogs.tsx'],
    tests: ['tests/requests/catalogue-office.test.ts › §2 §5 §7 a card for each'],
  },
  {
    sentence: '/admin/orders: a table with a search box and a status filter, 24 per page',
    files: ['web/admin/orders-page.tsx', 'web/admin/orders-search.tsx', 'db/procedures/find_orders.sql'],
    tests: [
      'tests/requests/screens.test.ts › §2 §9 order list: search box, status filter, 24 a page',
      'shop/orders/order-search.sql.test.ts › §2 24 a page, newest first',
    ],
  },
  {
    sentence: '/admin/orders/{id}: the order with status actions and a delivery countdown',
    files: ['web/admin/order-page.tsx', 'web/admin/order-actions.tsx', 'web/admin/order-countdown.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 §9 order: items, address, status actions, the time left'],
  },
  {
    sentence: '/admin/orders/{id}: an edit dialog',
    files: ['web/admin/order-edit.tsx', 'web/admin/order-edit-fields.tsx', 'web/admin/edit-order.server.ts'],
    tests: [
      'tests/journeys/order-office.spec.ts › §2 §5 the owner edits an order: quantities never below 1',
      'tests/journeys/order-office-barriers.spec.ts › §5 an order is edited, and packing slips are chosen, as ordinary forms',
    ],
  },
  {
    sentence: '/admin/orders/{id}: Order not found with a back link to /admin/orders',
    files: ['web/admin/order-page.tsx'],
    tests: ['tests/requests/main-job.test.ts › an unknown order is Order not found, with the way back'],
  },
  {
    sentence: 'Admin pages require a stored marker in the browser; without it they redirect to /admin',
    files: ['web/http/admin-marker.ts', 'shop/accounts/admin-marker.ts'],
    tests: ['tests/journeys/session.spec.ts › §2 §4 back-office pages need the marker, and Logout removes it'],
  },
  {
    sentence: 'The admin layout has a top bar, a side menu and a Logout that removes the marker and returns to /admin',
    files: ['web/admin/admin-layout.tsx', 'web/admin/logout.tsx'],
    tests: [
      'tests/requests/screens.test.ts › §2 layout: top bar, side menu and Logout',
      'tests/journeys/session.spec.ts › §2 §4 back-office pages need the marker, and Logout removes it',
    ],
  },
  {
    sentence: 'The side menu names Products and Categories',
    files: ['web/admin/admin-layout.tsx'],
    tests: ['tests/requests/catalogue-office.test.ts › §2 the menu and the counters lead to it'],
  },
])
