import { OTHERWISE, sentencesOf, type SpecSentence } from './sentence.ts'

const CART = 'shop/cart/cart.ts'
const KEEPER = 'web/http/session-keeper.ts'
const ORDER = 'shop/orders/order.ts'

export const states: SpecSentence[] = sentencesOf('§4', [
  {
    sentence: 'Adding an item already in the cart increases its quantity',
    files: [CART],
    tests: [
      'shop/cart/cart.test.ts › §4 adding an item already in the cart increases its quantity',
      'tests/journeys/cart.spec.ts › §4 adding what is there already adds to its line',
    ],
  },
  {
    sentence: 'Setting a quantity to 0 removes the line',
    files: [CART],
    tests: [
      'shop/cart/cart.test.ts › §4 setting a quantity to 0 removes the line',
      'tests/journeys/cart.spec.ts › §2 §4 minus reaches 0',
      'tests/journeys/cart.spec.ts › §2 §4 §5 what is typed in the cart counts once it is left',
    ],
  },
  {
    sentence: 'After every change the total is the sum of price times quantity',
    files: [CART, 'shop/money.ts'],
    tests: ['shop/cart/cart.test.ts › §4 the total is the sum of price times quantity, to the penny'],
  },
  {
    sentence: 'A clear action empties the cart',
    files: [CART],
    tests: ['shop/cart/cart.test.ts › §4 clearing empties the cart'],
  },
  {
    sentence: 'Signed out becomes signed in on sign-in',
    files: ['shop/accounts/sign-in.server.ts'],
    tests: ['shop/accounts/accounts.sql.test.ts › §4 a right password signs in'],
  },
  {
    sentence: 'Signed out becomes signed in on sign-up',
    files: ['web/account/register-page.server.ts'],
    tests: [
      'tests/requests/main-job.test.ts › an accepted one leads to /login with the message, and signs nobody in',
    ],
    instead: OTHERWISE,
  },
  {
    sentence: 'Sign out clears all local browser storage, ends the local session and redirects to /',
    files: ['web/http/browser-session.ts', 'server/session-routes.ts'],
    tests: [
      'tests/journeys/session.spec.ts › §2 §4 the menu carries the first name; signing out clears the storage',
      'web/cart/cart-store.test.ts › §4 signing out clears the storage, and the cart with it',
      'tests/requests/guards.test.ts › stolen before a sign-out by %s is worthless afterwards',
    ],
  },
  {
    sentence: 'If sign-out fails, storage is still cleared and the redirect still happens',
    files: ['web/http/browser-session.ts'],
    tests: ['tests/journeys/session.spec.ts › §4 §8 when signing out fails on the server'],
  },
  {
    sentence: 'Session events: signed in, signed out, token refreshed, user updated',
    files: [KEEPER],
    tests: [
      'web/http/session-keeper.test.ts › a browser with the cookie asks once, and says SIGNED_IN',
      'web/http/session-keeper.test.ts › says TOKEN_REFRESHED, and waits for the new expiry',
      'web/http/session-keeper.test.ts › a changed name says USER_UPDATED',
      'web/http/session-keeper.test.ts › the other tabs are told, and do not tell it on',
    ],
  },
  {
    sentence: 'Session events: password recovery, MFA verified',
    files: [KEEPER, 'shop/accounts/reset-password.server.ts'],
    tests: ['shop/accounts/reset-password.sql.test.ts › D9 it signs the account out everywhere'],
    instead: OTHERWISE,
  },
  {
    sentence: 'The session is checked about every 30 seconds and refreshed within 3 ticks of expiry',
    files: [KEEPER],
    tests: [
      'web/http/session-keeper.test.ts › refreshes within 3 ticks of expiry and not before',
      'web/http/session-keeper.test.ts › %i seconds before expiry: %i refreshes',
    ],
  },
  {
    sentence: 'It is refreshed when the tab becomes visible',
    files: [KEEPER],
    tests: ['web/http/session-keeper.test.ts › a hidden tab does not tick; seen again, it refreshes at once'],
  },
  {
    sentence: 'Refresh retries back off from 200 ms, doubling',
    files: [KEEPER],
    tests: ['web/http/session-keeper.test.ts › after %s: 200 ms doubling, over after 30 s'],
  },
  {
    sentence: 'Order statuses: pending, processing, shipped, delivered, cancelled; the tracker has the first four',
    files: ['shop/spec.ts', ORDER, 'web/account/order-tracker.tsx'],
    tests: [
      'shop/orders/order.test.ts › §4 the tracker has four steps',
      'db/wrong-states.sql.test.ts › an unknown status',
    ],
  },
  {
    sentence: 'Admin list: pending to processing (Process), processing to shipped (Ship), shipped to delivered (Mark Delivered)',
    files: [ORDER, 'db/procedures/move_order.sql', 'web/admin/orders-table.tsx'],
    tests: [
      'shop/orders/order.test.ts › §4 the owner is offered Process, Ship and Mark Delivered',
      'web/admin/act-on-order.sql.test.ts › §4 Process, Ship and Mark Delivered take one step each',
      'db/move-order.sql.test.ts › %s to %s is what shop/orders/order.ts says it is',
    ],
  },
  {
    sentence: 'Mark Delivered also sets actual_delivery to the current time',
    files: ['db/migrations/0004-what-triggers-keep.sql', 'db/procedures/move_order.sql'],
    tests: [
      'db/wrong-states.sql.test.ts › delivered without a day of arrival',
      'tests/requests/main-job.test.ts › §4 it is delivered from its own page',
    ],
  },
  {
    sentence: 'Admin list: Cancel unless cancelled or delivered; a non-empty reason in a dialog, then Cancelled by admin',
    files: ['web/admin/cancel-order.tsx', 'db/procedures/cancel_order.sql'],
    tests: [
      'tests/journeys/cancel.spec.ts › §4 §5 the owner cancels from the list with a reason',
      'web/admin/act-on-order.sql.test.ts › §4 the typed reason is kept in the history beside',
      'db/cancel-order.sql.test.ts › from %s, %s: the database says what shop/orders/order.ts says',
    ],
  },
  {
    sentence: 'Admin detail page: the same forward steps',
    files: ['web/admin/order-actions.tsx'],
    tests: [
      'tests/requests/main-job.test.ts › §4 it is delivered from its own page',
      'tests/journeys/main-job.spec.ts › the owner processes, ships and delivers it',
    ],
  },
  {
    sentence: 'Admin detail page: Cancel Order for any status except cancelled, also delivered',
    files: ['web/admin/order-actions.tsx', 'db/procedures/cancel_order.sql'],
    tests: [
      'tests/journeys/cancel.spec.ts › from an order’s page whatever its status but cancelled',
      'web/admin/act-on-order.sql.test.ts › §4 a delivered order is cancelled from its own page without a reason',
    ],
  },
  {
    sentence: 'Customer: may cancel unless cancelled or delivered; a confirm dialog, then Cancelled by customer',
    files: ['web/account/cancel-order.tsx', 'web/account/orders-page.server.ts'],
    tests: [
      'tests/journeys/cancel.spec.ts › §4 a customer cancels what is not shipped',
      'shop/orders/orders.sql.test.ts › §4 a customer cancels with the fixed sentence',
      'shop/orders/order.test.ts › §4 who may cancel from where',
    ],
  },
  {
    sentence: 'Customer: a shipped order’s dialog tells them to phone the shop, with the number',
    files: ['web/account/cancel-order.tsx', 'shop/messages.ts'],
    tests: [
      'tests/journeys/cancel.spec.ts › phones about what is',
      'tests/requests/main-job.test.ts › once shipped a customer is asked to phone',
    ],
  },
  {
    sentence: 'Tracker: a cancelled order shows Order Cancelled with its date',
    files: ['web/account/order-tracker.tsx'],
    tests: ['tests/requests/main-job.test.ts › §4 another order can be cancelled by its customer'],
  },
  {
    sentence: 'Tracker: Expected delivery unless delivered or cancelled; Delivered on when actual_delivery is set',
    files: ['web/account/order-tracker.tsx', ORDER],
    tests: [
      'shop/orders/order.test.ts › its expected day is shown as long (§4)',
      'tests/requests/main-job.test.ts › the customer reads Delivered on',
      'tests/journeys/cancel.spec.ts › §4 a customer cancels what is not shipped',
      'web/account/order-tracker.test.tsx › §4 D23 an order cancelled after it had been delivered',
    ],
  },
  {
    sentence: 'Checkout: shipping step, then payment step; Back returns to shipping',
    files: ['web/checkout/checkout-steps.tsx'],
    tests: [
      'tests/journeys/checkout.spec.ts › §2 §4 both steps keep what is typed',
      'tests/journeys/main-job.spec.ts › §1 a shopper browses',
    ],
  },
  {
    sentence: 'A product is made active or inactive from the admin list',
    files: ['web/admin/products-page.tsx', 'shop/catalogue/office.server.ts'],
    tests: [
      'tests/journeys/catalogue-office.spec.ts › the owner adds a product with a picture',
      'db/who-sees-what.sql.test.ts › the owner edits a product',
    ],
  },
  {
    sentence: 'The admin marker is created on a successful admin login and removed on logout',
    files: ['web/http/admin-marker.ts', 'shop/accounts/session-cookies.server.ts'],
    tests: [
      'shop/accounts/sessions.sql.test.ts › §2 the back-office’s sign-in hands the marker over',
      'tests/journeys/session.spec.ts › §2 §4 back-office pages need the marker',
    ],
  },
])
