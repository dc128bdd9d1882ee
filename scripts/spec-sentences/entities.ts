import { OTHERWISE, sentencesOf, type SpecSentence } from './sentence.ts'

const TABLES = 'db/migrations/0001-shop.sql'

export const entities: SpecSentence[] = sentencesOf('§3', [
  {
    sentence: 'category: id, name, slug, description, image_url, updated_at',
    files: [TABLES, 'db/schema.ts'],
    tests: ['db/fields.sql.test.ts › §3 every field stands in the database under its name'],
  },
  {
    sentence: 'product: every field by its name, brand defaulting to the shop’s own',
    files: [TABLES, 'shop/catalogue/product.ts'],
    tests: [
      'db/fields.sql.test.ts › §3 every field stands in the database under its name',
      'shop/catalogue/catalogue.sql.test.ts › §3 every field, with its category and picture',
      'shop/catalogue/edit-catalogue.sql.test.ts › §5 a product gets its slug from its name, the shop’s brand and the default manufacturer',
    ],
  },
  {
    sentence: 'nutrition_info: energy (kcal), protein, carbohydrates, fat (g), each a value and a unit per 100g, as a map, 0 by default',
    files: ['shop/catalogue/nutrition.ts', TABLES],
    tests: [
      'shop/catalogue/catalogue-forms.test.ts › §5 the required fields alone make a product, with every default of §3',
      'shop/catalogue/nutrition.test.ts › D33 every product of the demo has the whole declaration',
    ],
    instead: 'docs/decisions/0030-what-the-owner-says-of-products-and-categories.md',
  },
  {
    sentence: 'manufacturer: name, address, city, country, by default a placeholder company at a placeholder London address',
    files: ['shop/identity.ts', 'shop/catalogue/edit-catalogue.server.ts'],
    tests: [
      'shop/catalogue/edit-catalogue.sql.test.ts › §5 a product gets its slug from its name, the shop’s brand and the default manufacturer',
    ],
  },
  {
    sentence: 'user_profile (user_profiles): user_id, full_name, phone, address, post_code, city, country, email',
    files: [TABLES, 'shop/accounts/profile.ts'],
    tests: [
      'db/fields.sql.test.ts › §3 every field stands in the database under its name',
      'shop/accounts/accounts.sql.test.ts › §7 an account is made with its profile',
    ],
  },
  {
    sentence: 'order: its fields; shipping_address is an object; payment_method cod, card or paypal, by default cod; known statuses',
    files: [TABLES, 'shop/orders/order.ts'],
    tests: [
      'db/fields.sql.test.ts › §3 every field stands in the database under its name',
      'db/wrong-states.sql.test.ts › statuses and payment methods are the same in both',
      'db/wrong-states.sql.test.ts › an address with a field missing',
      'shop/checkout/place-order.sql.test.ts › §9 cash on delivery unless something else is said',
    ],
  },
  {
    sentence: 'Reads of an order include the related profile and items',
    files: ['shop/orders/orders.server.ts', 'shop/orders/orders-sql.server.ts'],
    tests: ['shop/orders/orders.sql.test.ts › the owner sees everything: items, profile, history'],
  },
  {
    sentence: 'order_item: id, order_id, product_id, quantity, price, subtotal (price times quantity), and the related product',
    files: [TABLES],
    tests: [
      'db/fields.sql.test.ts › §3 every field stands in the database under its name',
      'shop/money.test.ts › §3 a subtotal is price times quantity to the penny',
      'db/wrong-states.sql.test.ts › a subtotal by hand',
    ],
  },
  {
    sentence: 'inventory_adjustment: product_id, quantity_change, reason',
    files: [TABLES, 'shop/stock/stock-adjustment.ts'],
    tests: [
      'db/fields.sql.test.ts › §3 every field stands in the database under its name',
      'db/wrong-states.sql.test.ts › a change of stock without a reason',
    ],
  },
  {
    sentence: 'cart line: id, name, image_url, price, quantity; the cart holds lines and a total, in the browser under cart-storage',
    files: ['shop/cart/cart.ts', 'shop/cart/cart-storage.ts', 'web/cart/cart-store.ts'],
    tests: [
      'web/cart/cart-store.test.ts › §3 lines and total stand under the key cart-storage',
      'tests/journeys/cart.spec.ts › its lines and total stand under cart-storage',
    ],
  },
  {
    sentence: 'session: access token, refresh token, expiry, user (as two cookies that no script reads, D7)',
    files: ['shop/accounts/session.ts', 'shop/accounts/session-cookies.server.ts'],
    tests: [
      'shop/accounts/sessions.sql.test.ts › §4 who is signed in, and until when, without any part of the session',
      'tests/requests/services.test.ts › tells a customer their own name and when the access part ends, and no token',
    ],
  },
  {
    sentence: 'Wrong states cannot be stored: stock and prices below 0, quantities below 1, unknown statuses, a slug twice',
    files: [TABLES, 'db/migrations/0004-what-triggers-keep.sql'],
    tests: ['db/wrong-states.sql.test.ts › States that cannot be stored (§3)'],
  },
  {
    sentence: 'The user of a session has identities and factors',
    files: ['shop/accounts/session.ts'],
    tests: ['shop/accounts/sessions.sql.test.ts › §4 who is signed in, and until when, without any part of the session'],
    instead: OTHERWISE,
  },
])
