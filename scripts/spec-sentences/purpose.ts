import { sentencesOf, type SpecSentence } from './sentence.ts'

export const purpose: SpecSentence[] = sentencesOf('§1', [
  {
    sentence: 'Shoppers browse categories and products, filter and sort them, and view details',
    files: ['web/storefront/products-page.tsx', 'shop/catalogue/catalogue.server.ts'],
    tests: [
      'tests/journeys/main-job.spec.ts › §1 a shopper browses, buys and follows an order',
      'tests/journeys/before-scripts.spec.ts › §2 browsing, sorting and the pages of a list need no script',
    ],
  },
  {
    sentence: 'They keep a cart without signing in; it survives reloads',
    files: ['web/cart/cart-store.ts'],
    tests: [
      'web/cart/cart-store.test.ts › §1 the cart survives a reload',
      'tests/journeys/cart.spec.ts › §1 §3 the tabs of a browser keep one cart, a reload keeps it too',
    ],
  },
  {
    sentence: 'They register, sign in, keep a profile and check out with a shipping address and a payment method',
    files: ['web/account/register-page.tsx', 'web/account/profile-page.tsx', 'web/checkout/checkout-page.tsx'],
    tests: [
      'tests/journeys/main-job.spec.ts › §1 a shopper browses, buys and follows an order',
      'tests/journeys/keyboard.spec.ts › §1 a whole purchase by keyboard alone',
    ],
  },
  {
    sentence: 'They view their orders with a progress tracker, and cancel them where allowed',
    files: ['web/account/orders-page.tsx', 'web/account/order-tracker.tsx', 'web/account/cancel-order.tsx'],
    tests: ['tests/journeys/cancel.spec.ts › §4 a customer cancels what is not shipped'],
  },
  {
    sentence: 'They send feedback and business enquiries, which only log locally',
    files: [
      'web/enquiries/feedback-page.tsx',
      'web/enquiries/business-enquiry-page.tsx',
      'web/enquiries/use-enquiry.ts',
    ],
    tests: [
      'tests/journeys/enquiries.spec.ts › notes the entries in the browser, thanks the visitor and sends nothing',
    ],
  },
  {
    sentence: 'They read static pages: Our Story, organic importance, shipping policy, returns and refunds, FAQ',
    files: [
      'web/content/about-page.tsx',
      'web/content/organic-importance-page.tsx',
      'web/content/faq-page.tsx',
    ],
    tests: [
      'tests/journeys/content.spec.ts › §2 every page of text has its heading, title, description and address',
    ],
  },
  {
    sentence: 'Administrators sign in separately',
    files: ['web/admin/admin-login-page.tsx', 'shop/accounts/sign-in.server.ts'],
    tests: [
      'tests/requests/guards.test.ts › an administrator’s session from the shop’s own sign-in does not open the back-office',
    ],
  },
  {
    sentence: 'Administrators manage orders',
    files: ['web/admin/orders-page.tsx', 'web/admin/order-page.tsx'],
    tests: ['tests/journeys/main-job.spec.ts › the owner processes, ships and delivers it'],
  },
  {
    sentence: 'Administrators manage products, categories and stock',
    files: ['shop/catalogue/edit-catalogue.server.ts', 'shop/stock/stock.server.ts'],
    tests: ['shop/stock/stock.sql.test.ts › D27 a correction changes the stock', 'tests/journeys/catalogue-office.spec.ts › §2 §4 §5 §7 the owner adds a product with a picture'],
  },
  {
    sentence: 'Delivery is UK only, in words',
    files: ['web/storefront/shop-footer.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 footer: quick links'],
  },
])
