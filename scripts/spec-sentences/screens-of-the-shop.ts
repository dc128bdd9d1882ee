import { sentencesOf, type SpecSentence } from './sentence.ts'

export const shopScreens: SpecSentence[] = sentencesOf('§2', [
  {
    sentence: 'A shared header and footer surround all public routes',
    files: ['web/shop-layout.tsx'],
    tests: ['tests/journeys/accessibility.spec.ts › §2 no barrier and no dead link on ${route.path}'],
  },
  {
    sentence: 'Header: links Home, Products, About, Contact; signed out Login and Register',
    files: ['web/storefront/shop-header.tsx', 'web/http/account-menu.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 header: Home, Products, About, Contact'],
  },
  {
    sentence: 'Signed in: a menu with the first name (or Account) that offers Profile, Orders, Sign out',
    files: ['web/http/account-menu.tsx', 'shop/accounts/session.ts'],
    tests: ['tests/journeys/session.spec.ts › §2 §4 the menu carries the first name'],
  },
  {
    sentence: 'The cart button shows an item-count badge and opens the drawer',
    files: ['web/cart/cart-button.tsx'],
    tests: [
      'shop/cart/cart.test.ts › §2 the badge counts items, not lines',
      'tests/journeys/cart.spec.ts › §1 §3 the tabs of a browser keep one cart',
    ],
  },
  {
    sentence: 'The drawer lists lines with a quantity control and a Checkout button; minus reaches 0, which removes the line',
    files: ['web/cart/cart-drawer.tsx', 'web/cart/cart-line-row.tsx'],
    tests: ['tests/journeys/cart.spec.ts › §2 §4 minus reaches 0 and removes the line'],
  },
  {
    sentence: 'Footer: quick links, customer-service links, social links',
    files: ['web/storefront/shop-footer.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 footer: quick links'],
  },
  {
    sentence: '/: hero Authentic Indian Flavors with Shop Now, up to 6 category tiles, up to 8 best sellers',
    files: ['web/storefront/home-page.tsx', 'web/storefront/hero.tsx'],
    tests: [
      'tests/requests/screens.test.ts › §2 home: hero with Shop Now',
      'shop/catalogue/catalogue.sql.test.ts › §9 home: six categories and eight best sellers',
    ],
  },
  {
    sentence: '/products: query parameters category={slug} and filter=best-sellers',
    files: ['web/storefront/product-list-address.ts'],
    tests: [
      'web/storefront/product-list-address.test.ts › §2 category and filter are read by their names',
      'tests/requests/screens.test.ts › §2 the address chooses',
    ],
  },
  {
    sentence: '/products: a category dropdown (All Categories or each), a sort dropdown with four choices, Featured by default',
    files: ['web/storefront/product-list-form.tsx', 'shop/catalogue/product-sort.ts'],
    tests: [
      'tests/requests/screens.test.ts › §2 listing: both dropdowns with every choice',
      'shop/catalogue/catalogue-forms.test.ts › §2 four sorts in their order, Featured by default',
    ],
  },
  {
    sentence: '/products: pagination, 16 per page',
    files: ['shop/catalogue/catalogue.server.ts', 'web/ui/pager.tsx'],
    tests: [
      'shop/catalogue/catalogue.sql.test.ts › §9 16 a page',
      'tests/requests/screens.test.ts › §2 listing: both dropdowns',
    ],
  },
  {
    sentence: '/products/{slug}: product detail with add-to-cart popup and quantity picker',
    files: ['web/storefront/product-page.tsx', 'web/cart/add-on-page.tsx', 'web/cart/added-popup.tsx'],
    tests: [
      'tests/requests/screens.test.ts › §2 product: its name, price and picture',
      'tests/journeys/cart.spec.ts › §5 what is typed beside Add to Cart is what a press on it adds',
      'tests/journeys/large-letters.spec.ts › §2 what is said of a product that was added can be read',
      'web/storefront/product-facts.test.tsx › §2 every particular of the label stands open in the page',
    ],
  },
  {
    sentence: '/products/{slug}: Product Not Found with a link back, when it is missing or fails to load',
    files: ['web/storefront/product-page.tsx', 'web/storefront/product-page.server.ts'],
    tests: [
      'tests/requests/main-job.test.ts › an unknown product is Product Not Found',
      'tests/database-is-gone.test.ts › §8 a product is Product Not Found, and it is logged',
    ],
  },
  {
    sentence: '/categories: all categories, 9 per page',
    files: ['web/storefront/categories-page.tsx'],
    tests: [
      'tests/requests/screens.test.ts › §2 categories: 9 a page',
      'shop/catalogue/catalogue.sql.test.ts › §9 nine categories a page',
      'shop/catalogue/catalogue.sql.test.ts › an empty category is an empty list, and still a category',
    ],
    instead: 'docs/decisions/0030-what-the-owner-says-of-products-and-categories.md',
  },
  {
    sentence: '/about: Our Story',
    files: ['web/content/about-page.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 /about is Our Story'],
  },
  {
    sentence: '/contact: cards for e-mail, phone and location',
    files: ['web/content/contact-page.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 /contact has cards for e-mail, phone and location'],
  },
  {
    sentence: '/contact: links to /feedback and /business-enquiry',
    files: ['web/content/contact-page.tsx'],
    tests: ['tests/journeys/content.spec.ts › and leads to both forms'],
  },
  {
    sentence: '/feedback: name, e-mail, rating (1 to 5 stars, default 5), text; all required; submit only logs locally',
    files: ['web/enquiries/feedback-page.tsx', 'web/enquiries/star-rating.tsx'],
    tests: [
      'tests/journeys/enquiries.spec.ts › notes the entries in the browser, thanks the visitor and sends nothing',
      'tests/journeys/enquiries.spec.ts › §2 §9 the rating is a group of five radio buttons that starts at 5',
    ],
  },
  {
    sentence: '/business-enquiry: businessName, contactName, email, phone, businessType (default retail), message; submit only logs locally',
    files: ['web/enquiries/business-enquiry-page.tsx', 'shop/enquiries/business-type.ts'],
    tests: [
      'tests/journeys/enquiries.spec.ts › notes the entries in the browser, thanks the visitor and sends nothing',
      'tests/journeys/enquiries.spec.ts › §2 the business is one of four types, retail until another is chosen',
    ],
  },
  {
    sentence: '/login: e-mail, password, remember-me, link to register; can display a message from another screen',
    files: ['web/account/login-page.tsx'],
    tests: ['tests/requests/screens.test.ts › §2 /login: e-mail, password, remember me'],
  },
  {
    sentence: '/login: a forgot-password link (it leads to the reset of D9)',
    files: ['web/account/login-page.tsx', 'web/account/forgot-password-page.tsx'],
    tests: ['shop/accounts/reset-password.sql.test.ts › D9 looking at the link changes nothing'],
  },
  {
    sentence: '/register: titled Create your account, its fields and their stars, country United Kingdom, the hint, a link to sign in',
    files: ['web/account/register-page.tsx'],
    tests: [
      'tests/requests/screens.test.ts › §2 /register: every field, the starred ones required',
      'tests/requests/main-job.test.ts › the page is titled Create your account and gives its hint',
    ],
  },
  {
    sentence: '/register: on success to /login with Registration successful! ...',
    files: ['web/account/register-page.server.ts'],
    tests: ['tests/requests/main-job.test.ts › an accepted one leads to /login with the message'],
  },
  {
    sentence: 'Buttons say what they are doing: Creating account..., Saving...',
    files: ['web/account/register-page.tsx', 'web/account/profile-page.tsx', 'web/ui/button.tsx'],
    tests: ['tests/journeys/account.spec.ts › §2 a button says what it is doing while it is'],
  },
  {
    sentence: '/profile: account e-mail read-only; six fields to change; Save Changes',
    files: ['web/account/profile-page.tsx'],
    tests: [
      'tests/requests/screens.test.ts › §2 /profile: the e-mail to read, six fields to change',
      'tests/journeys/before-scripts.spec.ts › §2 registering, signing in, the profile and signing out need no script',
    ],
  },
  {
    sentence: '/profile/orders: a message passed from checkout, or No orders yet with Start Shopping to /products',
    files: ['web/account/orders-page.tsx', 'web/account/orders-notice.tsx'],
    tests: [
      'tests/requests/main-job.test.ts › before the first one the list says No orders yet',
      'tests/requests/main-job.test.ts › the customer’s list shows it with everything §2 asks for',
      'tests/requests/order-placed.test.ts › the page tells what was ordered, when it comes, how to pay, where the mail went and how to cancel',
    ],
  },
  {
    sentence: 'Each order: short id, date, Cancel Order, tracker, items, payment method, total, shipping address; 6 per page',
    files: ['web/account/order-card.tsx', 'shop/orders/orders.server.ts'],
    tests: [
      'tests/requests/main-job.test.ts › the customer’s list shows it with everything §2 asks for',
      'shop/orders/orders.sql.test.ts › newest first, six a page',
    ],
  },
  {
    sentence: '/checkout: empty cart says Your cart is empty with Continue Shopping',
    files: ['web/checkout/checkout-page.tsx'],
    tests: ['tests/journeys/checkout.spec.ts › D16 a price that changes at the last moment'],
  },
  {
    sentence: '/checkout: two steps, Shipping Information and Payment Method, with Back from step 2',
    files: ['web/checkout/checkout-steps.tsx'],
    tests: ['tests/journeys/checkout.spec.ts › §2 §4 both steps keep what is typed'],
  },
  {
    sentence: '/checkout: an order summary with line totals and a total beside the steps',
    files: ['web/checkout/order-summary.tsx'],
    tests: ['tests/journeys/session.spec.ts › §5 D20 checkout asks a visitor to sign in'],
  },
  {
    sentence: '/checkout: on success the cart is cleared and /profile/orders says Order placed successfully!',
    files: ['web/checkout/use-place-order.ts'],
    tests: ['tests/journeys/main-job.spec.ts › §1 a shopper browses, buys and follows an order'],
  },
  {
    sentence: '/organic-importance, /shipping-policy, /returns-refunds, /faq: static pages',
    files: [
      'web/content/organic-importance-page.tsx', 'web/content/shipping-policy-page.tsx',
      'web/content/returns-refunds-page.tsx', 'web/content/faq-page.tsx',
    ],
    tests: [
      'tests/journeys/content.spec.ts › §2 every page of text has its heading, title, description and address',
      'tests/journeys/content.spec.ts › §2 the footer leads to every page of customer service',
    ],
  },
])
