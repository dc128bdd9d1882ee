import { sentencesOf, type SpecSentence } from './sentence.ts'

const PLACE = 'db/procedures/place_orders.sql'

export const decisionsOnBuying: SpecSentence[] = [
  ...sentencesOf('D11', [
    {
      sentence: 'Inactive products are invisible to shoppers: listing, detail (404), best sellers; carts that hold one are told',
      files: ['db/policies.sql', 'shop/catalogue/catalogue-sql.server.ts', 'shop/cart/mend-cart.ts'],
      tests: [
        'shop/catalogue/catalogue.sql.test.ts › D11 an inactive product is nowhere to be seen',
        'tests/requests/main-job.test.ts › D11 a product that is not on sale is in no list',
        'tests/journeys/checkout.spec.ts › D11 a cart whose only product was withdrawn says so',
      ],
    },
    {
      sentence: 'Inactive products are not in the sitemap',
      files: ['shop/catalogue/catalogue-addresses.server.ts', 'server/sitemap.ts'],
      tests: [
        'server/found-routes.sql.test.ts › D11 names each product on sale once',
        'tests/requests/found.test.ts › D11 the sitemap is well-formed XML',
      ],
    },
  ]),
  ...sentencesOf('D12', [
    {
      sentence: 'Featured: featured first, then by name; Newest: created_at descending; ties break by id',
      files: ['shop/catalogue/catalogue-sql.server.ts'],
      tests: [
        'shop/catalogue/catalogue.sql.test.ts › D12 $sort of $category',
        'server/load-demo.sql.test.ts › D12 Newest has an order',
      ],
    },
  ]),
  ...sentencesOf('D13', [
    {
      sentence: 'A slug is made once; a rename keeps it',
      files: ['db/migrations/0004-what-triggers-keep.sql', 'db/policies.sql'],
      tests: [
        'db/wrong-states.sql.test.ts › another slug for a product',
        'db/who-sees-what.sql.test.ts › the owner edits a product, and neither its slug',
      ],
    },
    {
      sentence: 'Two that collide: A product with this name already exists (or category)',
      files: ['shop/catalogue/edit-catalogue.server.ts'],
      tests: [
        'shop/catalogue/edit-catalogue.sql.test.ts › D13 two names with one slug',
        'shop/catalogue/edit-catalogue.sql.test.ts › D13 of twenty at once under one name, one is added',
      ],
    },
  ]),
  ...sentencesOf('D14', [
    {
      sentence: 'Money is numeric(10,2) in the database and never summed in binary floating point',
      files: ['shop/money.ts', 'db/migrations/0001-shop.sql'],
      tests: [
        'shop/money.test.ts › D14 sums are made in pence',
        'tests/requests/tampering.test.ts › D14 D27 after all of this every total is the sum of its items',
      ],
    },
  ]),
  ...sentencesOf('D15', [
    {
      sentence: 'Drawer and checkout refresh price, stock and availability when they open; plus stops at the stock',
      files: ['web/cart/freshness.ts', 'shop/cart/refresh-cart.server.ts', 'server/cart-routes.ts'],
      tests: [
        'tests/journeys/cart.spec.ts › D15 what changed while it lay in the cart is brought up to date and told',
        'web/cart/freshness.test.ts › D15 opening the cart brings prices, quantities and lines up to date',
        'shop/cart/cart.test.ts › D15 plus stops at the stock',
      ],
    },
  ]),
  ...sentencesOf('D16', [
    {
      sentence: 'The server recomputes everything; if a line differs from what was seen nothing is placed, and the lines are named',
      files: [PLACE, 'web/checkout/checkout-page.server.ts'],
      tests: [
        'db/place-order-refused.sql.test.ts › D16 a price, a stock or a product that is not what the shopper saw is named',
        'tests/requests/tampering.test.ts › a price of %d is refused, and the shop’s price is named',
        'tests/journeys/checkout.spec.ts › D16 a price that changes at the last moment',
      ],
    },
    {
      sentence: 'A forged total, user, role or status changes nothing',
      files: [PLACE],
      tests: [
        'db/place-order-refused.sql.test.ts › a forged total, user, role or status in the lines or the address changes nothing',
        'tests/requests/tampering.test.ts › fields that are the shop’s own to fill are not read',
      ],
    },
  ]),
  ...sentencesOf('D17', [
    {
      sentence: 'One transaction places an order: order, items, guarded stock decrement, queued e-mail',
      files: [PLACE],
      tests: [
        'db/place-order.sql.test.ts › §4 D17 D21 one call stores the order, its items, ledger, history and mail, and lowers the stock',
        'tests/requests/crash.test.ts › no acknowledged order is lost, none is half',
      ],
    },
    {
      sentence: 'Stock never goes below zero whatever the concurrency',
      files: [PLACE],
      tests: [
        'db/races-for-stock.sql.test.ts › 200 shoppers for a stock of 20',
        'tests/requests/crowd.test.ts › exactly 20 are sold, the stock is 0, and the other 180 are told so in words',
      ],
    },
    {
      sentence: 'A repeated submit with the same key gives the same order',
      files: [PLACE, 'web/checkout/submit-key.ts', 'web/checkout/use-earlier-submit.ts', 'shop/checkout/find-submitted-order.server.ts'],
      tests: [
        'tests/requests/crowd.test.ts › D17 the same submit sent 50 times at once',
        'web/checkout/submit-key.test.ts › D17 a second click and a reload send the same key',
        'shop/checkout/find-submitted-order.sql.test.ts › D17 the customer who sent it is told which order',
        'tests/journeys/checkout.spec.ts › D17 an answer that is lost on its way',
        'tests/journeys/checkout.spec.ts › D17 an answer that is lost before a reload',
        'tests/journeys/checkout.spec.ts › D17 an answer that is lost before the cart is changed',
        'tests/journeys/checkout.spec.ts › D17 D23 an order that was lost from sight and cancelled',
      ],
    },
  ]),
  ...sentencesOf('D18', [
    {
      sentence: 'Only cod is accepted by the server too',
      files: [PLACE, 'shop/spec.ts'],
      tests: ['db/place-order-refused.sql.test.ts › D18 cash or card on delivery is the only way to pay'],
    },
    {
      sentence: 'No delivery charge is added',
      files: ['web/checkout/order-summary.tsx', PLACE],
      tests: [
        'db/place-order.sql.test.ts › §4 D17 D21 one call stores the order',
        'tests/requests/screens.test.ts › %s names the standard rates, says that they are waived, and offers no express',
      ],
    },
  ]),
  ...sentencesOf('D19', [
    {
      sentence: 'Post codes are upper-case, with a gentle hint if not of UK form, never blocked',
      files: ['shop/checkout/post-code.ts', 'web/checkout/shipping-step.tsx'],
      tests: [
        'shop/checkout/post-code.test.ts › D19 %s gets a gentle word',
        'shop/checkout/place-order.sql.test.ts › D19 the post code is trimmed and upper-case, and no form of it is refused',
        'tests/journeys/checkout.spec.ts › D19 a gentle word',
      ],
    },
    {
      sentence: 'Required means non-empty after trimming',
      files: ['shop/accounts/forms.ts', 'shop/checkout/checkout.ts'],
      tests: [
        'tests/requests/main-job.test.ts › %j is refused with its sentence',
        'db/wrong-states.sql.test.ts › an address with a blank field',
      ],
    },
  ]),
  ...sentencesOf('D20', [
    {
      sentence: '/checkout signed out goes to /login and comes back; the shipping form starts from the profile',
      files: ['web/http/guards.server.ts', 'web/checkout/shipping-draft.ts'],
      tests: [
        'tests/journeys/session.spec.ts › §5 D20 checkout asks a visitor to sign in',
        'web/checkout/shipping-draft.test.ts › D20 the shipping form starts from the profile',
      ],
    },
  ]),
]
