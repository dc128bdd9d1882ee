import { OTHERWISE, sentencesOf, type SpecSentence } from './sentence.ts'

const GONE = 'tests/database-is-gone.test.ts'

export const errors: SpecSentence[] = [
  ...sentencesOf('§8', [
    {
      sentence: 'Every text stands to the letter in one place',
      files: ['shop/messages.ts'],
      tests: ['shop/messages.test.ts › §2 §4 §5 §8 every text of the spec is there to the letter'],
    },
    {
      sentence: 'Login failure (any cause): Invalid email or password',
      files: ['web/account/login-page.server.ts'],
      tests: [
        'tests/requests/main-job.test.ts › with %s says Invalid email or password',
        `${GONE} › §8 a sign-in says Invalid email or password`,
      ],
    },
    {
      sentence: 'Sign-up returns no user: No user returned after signup',
      files: ['web/account/register-page.server.ts'],
      tests: [`${GONE} › §8 a sign-up that returns no user says so`],
    },
    {
      sentence: 'Registration failure: the error’s message, otherwise An error occurred',
      files: ['web/account/register-page.server.ts'],
      tests: [`${GONE} › §8 a registration says An error occurred`],
    },
    {
      sentence: 'Profile: Error updating profile. Please try again. or Profile updated successfully!',
      files: ['web/account/profile-page.server.ts'],
      tests: [
        `${GONE} › §8 a profile that is not saved says so`,
        'tests/requests/main-job.test.ts › keeps a change, says so, and the checkout starts from it',
      ],
    },
    {
      sentence: 'Order placement failure: Error placing order. Please try again.',
      files: ['web/checkout/checkout-page.server.ts'],
      tests: [
        `${GONE} › §8 an order that is not placed says so`,
        'tests/journeys/checkout.spec.ts › D16 a price that changes at the last moment',
      ],
    },
    {
      sentence: 'Admin login, not an admin: Access denied. Admin privileges required.',
      files: ['web/admin/admin-login-page.server.ts'],
      tests: ['tests/requests/main-job.test.ts › §2 the back-office says who may not come in'],
    },
    {
      sentence: 'Admin login, other failure: the error’s message, otherwise Invalid email or password; the form is cleared',
      files: ['web/admin/admin-login-page.server.ts', 'web/admin/admin-login-page.tsx'],
      tests: [
        `${GONE} › §8 an administrator’s sign-in says so too, and the form is cleared`,
        'tests/journeys/session.spec.ts › and the form is cleared (§8)',
      ],
    },
    {
      sentence: 'Admin orders: Error fetching orders. Please try again.',
      files: ['web/admin/orders-page.server.ts'],
      tests: [
        'web/admin/order-screens.test.ts › §8 an order list that cannot be read says so in the words of the spec',
      ],
    },
    {
      sentence: 'Admin orders: Error updating order status. and Error cancelling order. Please try again.',
      files: ['web/admin/act-on-order.server.ts'],
      tests: [
        'web/admin/act-on-order.sql.test.ts › §8 when the database is gone, each action says so in its own words',
        'web/admin/act-on-order.sql.test.ts › §8 a step that somebody else took first is refused in the words of the spec',
      ],
    },
    {
      sentence: 'Product, category and inventory forms: the error’s message, otherwise An error occurred',
      files: ['web/admin/product-actions.server.ts', 'web/admin/category-actions.server.ts'],
      tests: ['web/admin/catalogue-screens.test.ts › §8 %s says An error occurred', 'tests/requests/catalogue-office.test.ts › §5 B10 %j is refused at its field'],
    },
    {
      sentence: 'Order-edit form: the error’s message, otherwise An error occurred',
      files: ['web/admin/edit-order.server.ts', 'shop/orders/office-sentences.ts'],
      tests: [
        'web/admin/edit-order.sql.test.ts › D24 not enough stock names each item and how many there can be',
        'web/admin/edit-order.sql.test.ts › §8 when the database is gone, it says ‘An error occurred’',
      ],
    },
    {
      sentence: 'Order detail not found: Order not found with a back link to /admin/orders',
      files: ['web/admin/order-page.tsx'],
      tests: [
        'tests/requests/main-job.test.ts › an unknown order is Order not found',
        'shop/orders/orders.sql.test.ts › §2 an order %j is not found',
      ],
    },
    {
      sentence: 'Product detail load failure: logged; Product Not Found',
      files: ['web/storefront/product-page.server.ts'],
      tests: [`${GONE} › §8 a product is Product Not Found, and it is logged`],
    },
    {
      sentence: 'Category or product list failure: an empty list',
      files: [
        'web/storefront/products-page.server.ts',
        'web/storefront/categories-page.server.ts',
        'web/storefront/home-page.server.ts',
      ],
      tests: [`${GONE} › §8 the lists of %s are empty, and it is logged`],
    },
    {
      sentence: 'Profile fetch failure: profile treated as null',
      files: ['shop/accounts/profile.server.ts'],
      tests: [
        'shop/accounts/accounts.sql.test.ts › §8 a profile that cannot be read counts as none',
        `${GONE} › §8 a profile counts as none`,
      ],
    },
    {
      sentence: 'Sign-out failure: storage still cleared, redirect to /',
      files: ['web/http/browser-session.ts'],
      tests: [
        'tests/journeys/session.spec.ts › §4 §8 when signing out fails on the server',
        'shop/accounts/sign-out.sql.test.ts › §8 when the database does not answer, the cookies go all the same',
      ],
    },
    {
      sentence: 'Customer order fetch, customer cancel and detail-page status change failures are logged',
      files: ['web/account/orders-page.server.ts', 'web/account/cancel-own-order.server.ts', 'web/admin/act-on-order.server.ts'],
      tests: [
        `${GONE} › §8 a customer’s orders are not taken for none`,
        `${GONE} › §8 a customer’s cancellation that fails is logged`,
        'web/admin/act-on-order.sql.test.ts › §8 when the database is gone, each action says so in its own words',
      ],
    },
    {
      sentence: 'These failures show the customer no message',
      files: ['web/account/orders-page.tsx', 'web/account/orders-notice.tsx'],
      tests: [
        `${GONE} › §8 a customer’s orders are not taken for none`,
        `${GONE} › §8 a customer’s cancellation that fails is logged`,
      ],
      instead: OTHERWISE,
    },
    {
      sentence: 'Admin product list failure is only logged',
      files: ['web/admin/products-page.server.ts'],
      tests: ['web/admin/catalogue-screens.test.ts › §8 a product list that cannot be read is logged'],
      instead: 'docs/decisions/0010-how-the-owner-edits-the-catalogue.md',
    },
    {
      sentence: 'Old image removal failure: only warned; the save continues',
      files: ['shop/media/upload.server.ts', 'shop/catalogue/save-product.server.ts'],
      tests: ['shop/catalogue/save-product.sql.test.ts › §8 an old picture that cannot be removed is only warned of'],
    },
    {
      sentence: 'Coded errors of the auth service surface only through the messages above',
      files: ['web/kernel/page-errors.ts', 'shop/accounts/sign-in.server.ts'],
      tests: [
        'shop/accounts/accounts.sql.test.ts › §5 %s: refused in the same way',
        `${GONE} › §8 a registration says An error occurred`,
      ],
    },
  ]),
]
