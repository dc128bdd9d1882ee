import { OTHERWISE, sentencesOf, type SpecSentence } from './sentence.ts'

const SPEC = 'shop/spec.ts'

export const limits: SpecSentence[] = [
  ...sentencesOf('§9', [
    {
      sentence: 'Minimum password length 8',
      files: [SPEC],
      tests: ['shop/accounts/forms.test.ts › §5 the password %j is refused'],
    },
    {
      sentence: 'Page sizes: products 16, categories 9, customer orders 6, admin orders 24',
      files: [SPEC],
      tests: ['shop/paging.test.ts › §9 pages of 16, 9, 6 and 24'],
    },
    {
      sentence: 'Home page: 8 best sellers, 6 categories',
      files: [SPEC],
      tests: ['shop/catalogue/catalogue.sql.test.ts › §9 home: six categories and eight best sellers'],
    },
    {
      sentence: 'Low stock is below 10: counted on the dashboard',
      files: [SPEC, 'db/migrations/0001-shop.sql'],
      tests: ['db/wrong-states.sql.test.ts › §9 stock below ${LOW_STOCK_BELOW} is low'],
    },
    {
      sentence: 'Low stock is red in the product list',
      files: ['web/admin/product-table.tsx', 'web/admin/product-list.css'],
      tests: ['tests/requests/catalogue-office.test.ts › low stock in red and in words', 'shop/catalogue/office-list.sql.test.ts › §9 low is what stands below 10'],
    },
    {
      sentence: 'Feedback rating 1 to 5, default 5',
      files: [SPEC, 'shop/enquiries/enquiry-rules.ts'],
      tests: [
        'shop/enquiries/enquiry-rules.test.ts › §9 the rating is 5 until another is chosen',
        'shop/enquiries/enquiry-rules.test.ts › §9 a rating of %s is refused',
      ],
    },
    {
      sentence: 'Defaults: sort Featured, country United Kingdom, payment method cod, brand the shop’s own',
      files: [SPEC],
      tests: [
        'shop/catalogue/catalogue-forms.test.ts › §2 four sorts in their order, Featured by default',
        'shop/checkout/place-order.sql.test.ts › §9 cash on delivery unless something else is said',
        'web/checkout/shipping-draft.test.ts › from the United Kingdom where that says nothing',
      ],
    },
    {
      sentence: 'Pounds sterling, two decimals',
      files: ['shop/money.ts'],
      tests: [
        'shop/money.test.ts › §9 %d is shown as %s',
        'shop/money.test.ts › §9 shown as Intl shows British pounds',
      ],
    },
    {
      sentence: 'Dates in en-GB style with a 12-hour clock',
      files: ['shop/dates.ts'],
      tests: [
        'shop/dates.test.ts › §9 %s is shown as %s',
        'tests/requests/screens.test.ts › times in en-GB with a 12-hour clock',
      ],
    },
    {
      sentence: 'Order short id: first 8 characters, uppercased',
      files: ['shop/orders/order.ts'],
      tests: ['shop/orders/order.test.ts › §9 the short id is the first 8 characters'],
    },
    {
      sentence: 'Countdown: 21:30 on the day after; Overdue if past, otherwise hours and minutes left; urgent under 3 hours',
      files: ['shop/orders/dispatch-countdown.ts', 'web/admin/countdown-words.ts'],
      tests: [
        'shop/orders/dispatch-countdown.test.ts › §9 the deadline is 21:30 on the day after the order',
        'shop/orders/dispatch-countdown.test.ts › §9 three hours before the deadline nothing is urgent',
        'web/admin/countdown-words.test.ts › §9 the countdown says hours and minutes left, and Overdue',
      ],
    },
    {
      sentence: 'Session tick 30 seconds, threshold 3 ticks, retry 200 ms doubling',
      files: [SPEC, 'web/http/session-keeper.ts'],
      tests: [
        'web/http/session-keeper.test.ts › %i seconds before expiry: %i refreshes',
        'web/http/session-keeper.test.ts › after %s: 200 ms doubling, over after 30 s',
      ],
    },
    {
      sentence: 'Cart storage key: cart-storage',
      files: [SPEC],
      tests: ['web/cart/cart-store.test.ts › §3 lines and total stand under the key cart-storage'],
    },
    {
      sentence: 'Static policy text: delivery £3.99, free over £50, both waived at present (D34); no express; 2-3 working days; 30 days; 3-5 days; 48 hours; UK only',
      files: [SPEC, 'web/content/shipping-policy-page.tsx', 'web/content/returns-refunds-page.tsx'],
      tests: [
        'tests/demonstration.test.ts › §9 D34 the figures of the policy text',
        'tests/journeys/content.spec.ts › §9 D34 the shipping policy says the standard rates',
        'tests/journeys/content.spec.ts › §9 A3 the returns page says its figures',
      ],
    },
    {
      sentence: 'The static text lists payment methods that checkout does not offer',
      files: ['web/content/faq-ordering.tsx'],
      tests: [
        'tests/journeys/content.spec.ts › §5 D18 no page of text names a way to pay that checkout does not offer',
      ],
      instead: OTHERWISE,
    },
  ]),
]
