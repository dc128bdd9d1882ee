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
        'web/checkout/submit-key.test.ts › D17 two tabs pressed at once send one key',
        'web/checkout/submit-key.test.ts › D17 a key is spent once its answer has come',
        'tests/journeys/placed-order.spec.ts › D17 two tabs pressed at the same moment make one order',
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
      sentence: 'Required means non-empty after trimming',
      files: ['shop/accounts/forms.ts', 'shop/checkout/checkout.ts', 'shop/white-space.ts', 'db/procedures/trim_white_space.sql'],
      tests: [
        'shop/white-space.sql.test.ts › each character of Unicode is white space for JavaScript and PostgreSQL alike',
        'shop/accounts/forms.test.ts › §5 a name of %j alone is no name',
        'tests/requests/main-job.test.ts › %j is refused with its sentence',
        'db/wrong-states.sql.test.ts › an address with a blank field',
      ],
    },
  ]),
  ...sentencesOf('D32', [
    {
      sentence: 'At checkout the country is United Kingdom and nothing else can be chosen; the server refuses another',
      files: ['shop/checkout/country.ts', 'shop/checkout/shipping-address.ts', 'web/checkout/shipping-step.tsx', PLACE],
      tests: [
        'shop/checkout/shipping-address.test.ts › D32 the country is United Kingdom and not %s',
        'web/checkout/shipping-draft.test.ts › D32 the country is the United Kingdom whatever the profile or a draft says',
        'db/place-order-refused.sql.test.ts › D32 an address outside the United Kingdom',
        'tests/requests/register-to-checkout.test.ts › is refused by the server at its field',
        'tests/journeys/checkout.spec.ts › D32 the only one',
      ],
    },
    {
      sentence: 'Post codes are shown upper-case with their space',
      files: ['shop/checkout/post-code.ts', 'web/checkout/shipping-step.tsx', 'db/procedures/deliverable_post_code.sql'],
      tests: [
        'shop/checkout/post-code.test.ts › %s is one, however it is typed',
        'db/place-order.sql.test.ts › D32 the address is trimmed, its post code upper-case with its space',
        'tests/journeys/checkout.spec.ts › D32 upper-case with its space',
      ],
    },
    {
      sentence: 'One that cannot be a UK post code, or is of Jersey, Guernsey or the Isle of Man, is refused at its field with a sentence that says why',
      files: ['shop/checkout/post-code.ts', 'shop/checkout/shipping-address.ts', 'db/procedures/deliverable_post_code.sql'],
      tests: [
        'shop/checkout/post-code.test.ts › %s cannot be a British one',
        'shop/checkout/post-code.test.ts › %s is British but not in the United Kingdom',
        'shop/checkout/shipping-address.sql.test.ts › D32 JavaScript and PostgreSQL know the same post codes',
        'shop/checkout/place-order.sql.test.ts › D32 an address that the form let through comes back with why it is refused',
        'tests/journeys/checkout.spec.ts › D32 and a refusal',
      ],
    },
    {
      sentence: 'A phone number has at least ten digits',
      files: ['shop/checkout/phone-number.ts', 'db/procedures/is_phone_number.sql'],
      tests: [
        'shop/checkout/phone-number.test.ts › D32 %s has fewer than ten digits to dial',
        'shop/checkout/shipping-address.sql.test.ts › D32 JavaScript and PostgreSQL know the same phone numbers',
      ],
    },
    {
      sentence: 'Registration and profile hint and do not block',
      files: ['shop/checkout/delivery-remarks.ts', 'web/account/person-fields.tsx', 'web/account/delivery-remarks.ts'],
      tests: [
        'shop/checkout/delivery-remarks.test.ts › D32 a profile is told at each field what checkout would refuse',
        'tests/requests/register-to-checkout.test.ts › is said at registration and blocks nothing there',
        'tests/requests/register-to-checkout.test.ts › is said at the fields of a profile that holds it',
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
