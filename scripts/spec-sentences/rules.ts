import { sentencesOf, type SpecSentence } from './sentence.ts'

const ACCOUNTS = 'shop/accounts/forms.ts'
const CATALOGUE = 'shop/catalogue/catalogue-forms.ts'

export const rules: SpecSentence[] = sentencesOf('§5', [
  {
    sentence: 'Registration requires full name, e-mail in valid format, phone, password and its confirmation',
    files: [ACCOUNTS],
    tests: [
      'shop/accounts/forms.test.ts › §5 what is required is said field by field, all at once',
      'shop/accounts/forms.test.ts › §5 %j is no e-mail address',
      'tests/requests/main-job.test.ts › %j is refused with its sentence, and what was typed is kept',
    ],
  },
  {
    sentence: 'Password at least 8 characters on both fields: Password must be at least 8 characters long',
    files: [ACCOUNTS],
    tests: ['shop/accounts/forms.test.ts › §5 the password %j is refused'],
  },
  {
    sentence: 'Passwords must match: Passwords do not match',
    files: [ACCOUNTS],
    tests: [
      'shop/accounts/forms.test.ts › §5 passwords that differ are told even while other fields are wrong',
    ],
  },
  {
    sentence: 'Country defaults to United Kingdom',
    files: [ACCOUNTS, 'web/account/register-page.tsx'],
    tests: ['shop/accounts/forms.test.ts › the country by default the United Kingdom'],
  },
  {
    sentence: 'Login: any failure shows Invalid email or password',
    files: ['web/account/login-page.server.ts', 'shop/accounts/sign-in.server.ts'],
    tests: [
      'shop/accounts/accounts.sql.test.ts › §5 %s: refused in the same way, and no session is left',
      'tests/requests/main-job.test.ts › with %s says Invalid email or password',
      'tests/database-is-gone.test.ts › §8 a sign-in says Invalid email or password, as for any other cause',
    ],
  },
  {
    sentence: 'Add to cart: at least 1, at most stock minus what is in the cart',
    files: ['shop/cart/cart.ts', 'web/cart/add-button.tsx', 'web/cart/add-from-card.tsx'],
    tests: [
      'shop/cart/cart.test.ts › §5 at most stock minus the quantity already in the cart',
      'tests/journeys/cart.spec.ts › §4 §5 a card adds one at once and its button becomes a stepper in the same place',
      'tests/journeys/cart.spec.ts › §5 where a page says only that there are plenty, no more than the stock is added all the same',
      'tests/journeys/cart.spec.ts › §5 what is typed beside Add to Cart is what a press on it adds',
    ],
  },
  {
    sentence: 'A product without stock disables add and shows Out of Stock',
    files: ['web/cart/add-button.tsx'],
    tests: [
      'tests/journeys/cart.spec.ts › §5 a cart holds no more than the stock',
      'tests/requests/screens.test.ts › sold out it is Out of Stock',
    ],
  },
  {
    sentence: 'All stock already in the cart: No more stock available',
    files: ['web/cart/add-button.tsx', 'web/ui/quantity-picker.tsx'],
    tests: ['tests/journeys/cart.spec.ts › §5 a cart holds no more than the stock'],
  },
  {
    sentence: 'Checkout when not signed in redirects to /login with Please sign in to checkout',
    files: ['web/http/guards.server.ts'],
    tests: [
      'tests/requests/main-job.test.ts › D20 a checkout signed out leads to /login with its message',
      'tests/journeys/session.spec.ts › §5 D20 checkout asks a visitor to sign in',
    ],
  },
  {
    sentence: 'Checkout shipping: full name, phone, address, post code, city and country are all required',
    files: ['shop/checkout/checkout.ts', 'db/procedures/place_orders.sql'],
    tests: [
      'shop/checkout/place-order.sql.test.ts › §5 every field of the address has its own sentence',
      'db/place-order-refused.sql.test.ts › §5 the address needs %s',
      'tests/journeys/keyboard.spec.ts › §1 a whole purchase by keyboard alone',
    ],
  },
  {
    sentence: 'Checkout payment: only Cash / Card on Delivery can be chosen; Credit / Debit Card is disabled, Coming soon',
    files: ['web/checkout/payment-step.tsx'],
    tests: ['tests/journeys/checkout.spec.ts › §5 cash or card on delivery is the only choice'],
  },
  {
    sentence: 'Feedback and enquiry: all fields required, e-mail in valid format',
    files: ['shop/enquiries/enquiry-rules.ts'],
    tests: [
      'shop/enquiries/enquiry-rules.test.ts › §5 all four fields are required, and each says so by itself',
      'shop/enquiries/enquiry-rules.test.ts › §5 all six fields are required, and each says so by itself',
      'tests/journeys/enquiries.spec.ts › is required: a summary with links takes the focus',
    ],
  },
  {
    sentence: 'Product form: name, category, price (number, at least 0, step 0.01) and stock (number, at least 0) required',
    files: [CATALOGUE],
    tests: [
      'shop/catalogue/catalogue-forms.test.ts › §5 each required field is asked for by its name',
      'shop/catalogue/catalogue-forms.test.ts › §5 a price of %s is refused',
      'shop/catalogue/catalogue-forms.test.ts › §5 a stock of %s is refused',
    ],
  },
  {
    sentence: 'Product and category form: an image is required only when adding',
    files: ['shop/catalogue/save-product.server.ts', 'shop/catalogue/save-category.server.ts'],
    tests: ['tests/requests/catalogue-office.test.ts › §5 an image is required when adding and not when editing', 'shop/catalogue/save-category.sql.test.ts › §5 §7 the image is required when adding'],
  },
  {
    sentence: 'The slug is the name in lowercase, each run of other characters than letters and digits a hyphen',
    files: ['shop/slug.ts'],
    tests: [
      'shop/slug.test.ts › §5 %s becomes %s',
      'shop/slug.test.ts › §5 every slug of the demo catalogue follows from its name',
    ],
  },
  {
    sentence: 'On image upload the chosen category must exist, otherwise Category not found',
    files: ['shop/catalogue/edit-catalogue.server.ts'],
    tests: ['shop/catalogue/edit-catalogue.sql.test.ts › §5 the chosen category must exist'],
  },
  {
    sentence: 'Brand defaults to the shop’s own when left empty',
    files: ['shop/catalogue/edit-catalogue.server.ts'],
    tests: [
      'shop/catalogue/edit-catalogue.sql.test.ts › §5 a product gets its slug from its name, the shop’s brand',
    ],
  },
  {
    sentence: 'Empty optional text fields are stored as null',
    files: [CATALOGUE],
    tests: ['shop/catalogue/catalogue-forms.test.ts › §5 empty optional text is stored as null'],
  },
  {
    sentence: 'Nutrition values are parsed as numbers and become 0 if not numeric',
    files: [CATALOGUE],
    tests: ['shop/catalogue/catalogue-forms.test.ts › §5 nutrition values that are not numeric become 0'],
  },
  {
    sentence: 'Category form: name required, slug derived from the name the same way',
    files: [CATALOGUE, 'shop/catalogue/edit-catalogue.server.ts'],
    tests: [
      'shop/catalogue/catalogue-forms.test.ts › §5 a name is required',
      'shop/catalogue/edit-catalogue.sql.test.ts › D13 two names with one slug',
    ],
  },
  {
    sentence: 'Inventory adjustment: a change that is not 0 and a reason after trimming, otherwise Please fill in all fields',
    files: ['shop/stock/stock-adjustment.ts', 'db/procedures/update_product_stock.sql'],
    tests: [
      'shop/stock/stock.sql.test.ts › §5 %j is told to fill in all fields',
      'db/stock.sql.test.ts › §5 a change of %j as %j because of %j is incomplete',
    ],
  },
  {
    sentence: 'Inventory adjustment: the new stock is previewed as current plus change',
    files: ['shop/stock/stock-movement.ts', 'web/admin/stock-dialog.tsx'],
    tests: ['shop/stock/stock.sql.test.ts › §5 the new stock is previewed as current plus change', 'tests/journeys/catalogue-office.spec.ts › §2 §4 §5 §7 the owner adds a product with a picture'],
  },
  {
    sentence: 'Order edit: a quantity cannot go below 1, items can be removed, the total is the sum of subtotals',
    files: ['db/procedures/edit_order.sql', 'web/admin/order-draft.ts', 'web/admin/order-edit-fields.tsx'],
    tests: [
      'db/edit-order.sql.test.ts › §5 D24 quantities go up and down, an item leaves, the total and the stock follow',
      'db/edit-order.sql.test.ts › §5 a quantity of %j is refused',
      'web/admin/order-draft.test.ts › §5 the total follows as the sum of the subtotals that stay',
      'tests/journeys/order-office.spec.ts › §2 §5 the owner edits an order: quantities never below 1',
    ],
  },
  {
    sentence: 'Admin cancellation: a reason is required, Please provide a cancellation reason',
    files: ['web/admin/act-on-order.server.ts', 'shop/orders/orders.server.ts'],
    tests: [
      'web/admin/act-on-order.sql.test.ts › §5 from the list a reason is required',
      'tests/requests/main-job.test.ts › §5 a cancellation from the list needs a reason',
    ],
  },
  {
    sentence: 'Admin login: e-mail and password required',
    files: [ACCOUNTS],
    tests: ['shop/accounts/forms.test.ts › §5 admin login requires both'],
  },
])
