import { expect, test } from 'vitest'
import { renderPage } from '#tests/fixtures/pages/render-page.tsx'
import { newProductValues } from '#features/catalogue/product-form/product-form-values.ts'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { messages } from '#shop/messages/messages.ts'
import DashboardPage from './dashboard-page.tsx'
import { ProductFields } from '#features/catalogue/product-form/admin/product-fields.tsx'
import ProductsPage from '#features/catalogue/products/list/admin/products-page.tsx'

const category = { id: crypto.randomUUID(), name: 'Spices', slug: 'spices', products: 0 }
const products = (categories: object[]) =>
  renderPage(ProductsPage, {
    view: { search: '', category: null, show: null, sort: 'name', page: 1 },
    dialog: null,
    notice: null,
    categories,
    wholeList: null,
    product: null,
    movements: [],
    products: { products: [], page: 1, pageCount: 1, total: 0, isMore: false },
  })

test('the products page of a shop without categories links to adding one', () => {
  expect(products([])).toContain(messages.categoryBeforeProduct)
  expect(products([])).toContain('href="/admin/categories?add=category"')
  expect(products([category])).not.toContain(messages.categoryBeforeProduct)
  expect(products([category])).toContain(messages.noProductsYet)
})

test('the category field of a new product links to adding a category if there is none', () => {
  const fields = (categories: (typeof category)[]) =>
    renderPage(
      () => (
        <ProductFields
          values={newProductValues(demonstrationIdentity.defaultManufacturer)}
          errors={{}}
          categories={categories}
          isNew
          onFiles={() => {}}
          onEdit={() => {}}
        />
      ),
      {},
    )
  expect(fields([])).toMatch(new RegExp(`${messages.categoryBeforeProduct} <a[^>]*href="/admin/categories"`))
  expect(fields([category])).not.toContain(messages.categoryBeforeProduct)
})

const toDo = [
  { step: 'company', isDone: true },
  { step: 'product', isDone: false },
]
const allDone = toDo.map((each) => ({ ...each, isDone: true }))
test.each([
  [{ products: 0, lowStock: 0, categories: 0 }, toDo, 'Add a category', false],
  [{ products: 0, lowStock: 0, categories: 1 }, toDo, 'Add a product', true],
  [{ products: 2, lowStock: 0, categories: 1 }, allDone, null, true],
  [{ products: 2, lowStock: 0, categories: 1 }, null, null, true],
])(
  'SETTING-16 dashboard with %j and steps %j links to %s, counters: %s',
  (counts, firstSteps, link, hasCounters) => {
    const html = renderPage(DashboardPage, {
      days: 7,
      counts,
      toSend: null,
      sales: null,
      low: null,
      expiring: { today: '2026-11-24', batches: [] },
      lowStockThreshold: 10,
      identity: null,
      firstSteps,
      untrustedProxy: null,
      backup: null,
      failed: { mails: [], total: 0, held: 0 },
      mailRoute: { kind: 'files', folder: '/mails' },
      testEmailTo: 'owner@ninthbend.example',
      now: '2026-11-22T12:00:00Z',
    })
    expect([html.includes('First steps'), html.includes('Total products')]).toEqual([
      link !== null,
      hasCounters,
    ])
    expect(html).toContain(link ?? 'Emails')
    expect(html, 'nothing was sent yet').not.toContain('have been written')
  },
)
