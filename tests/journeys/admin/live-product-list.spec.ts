import type { Page } from '@playwright/test'
import { insertProduct, type TestProduct } from '#tests/fixtures/databases/test-records.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'
import type { DatabaseClient } from '#tests/fixtures/databases/shop-database.ts'
import { signInNewCustomer, signInAsAdmin, type HttpClient } from '#tests/fixtures/http/http-client.ts'
import { findProductBySlug, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

// 404: the form shows the pictures of test products, which have no files.
test.use({ expectedStatuses: [404, 409] })

const rowOf = (page: Page, { name }: Pick<TestProduct, 'name'>) =>
  page.locator('tr').filter({ hasText: name })
const stockIn = (page: Page, product: Pick<TestProduct, 'name'>) =>
  rowOf(page, product).locator('.cell-stock')

/** The label is shown on phones only. */
const labelled = (stock: number) => `Stock ${stock}`

async function postAction(other: HttpClient, path: string, fields: Record<string, string>) {
  const { status } = await other.post(path, fields)
  expect(status, JSON.stringify(fields)).toBeLessThan(400)
}
const correct = (other: HttpClient, { id }: TestProduct, change: number) =>
  postAction(other, '/admin/products', {
    intent: 'stock',
    product_id: id,
    change: String(change),
    reason: 'Counted',
  })

/** Inactive products are not on the shop's pages; each name is a unique word. */
async function insertProductsNamed(
  database: DatabaseClient,
  word: string,
  stocks: number[],
): Promise<TestProduct[]> {
  const [category] = await database.query<{ id: string }>(
    `select category_id as id from products where slug = 'wayanad-orthodox-black-tea'`,
  )
  const products: TestProduct[] = []
  for (const [number, stock] of stocks.entries()) {
    products.push(
      await insertProduct(database, {
        name: `${word} ${'ABC'[number]}`,
        stock,
        is_active: false,
        category_id: category!.id,
      }),
    )
  }
  return products
}

test('ADMIN-11 sales, returns, corrections and edits by others appear live in the product list; selection, focus and scroll position stay', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const [customer, other] = [await signInNewCustomer(shop.url), await signInAsAdmin(shop.url)]
  await signInOwnerInBrowser(page)
  await page.setViewportSize({ width: 1440, height: 400 })
  await openPage(page, '/admin/products?search=wayanad')
  const [row, stock] = [rowOf(page, tea), stockIn(page, tea)]
  await expect(stock).toHaveText(labelled(tea.stock))
  const tick = row.getByRole('checkbox')
  await tick.check()
  const edit = row.getByRole('link', { name: 'Edit' })
  await edit.focus()
  await page.evaluate(() => scrollTo(0, 60))
  expect(await page.evaluate(() => scrollY)).toBe(60)

  const order = await placeOrderOverHttp(customer, [{ product: tea, quantity: 2 }])
  await expect(stock, 'a sale').toHaveText(labelled(tea.stock - 2))
  await postAction(other, '/admin/orders', {
    intent: 'cancel',
    order_id: order,
    expected_status: 'pending',
    reason: 'Jar broke',
  })
  await expect(stock, 'what a cancelled order gives back').toHaveText(labelled(tea.stock))
  await correct(other, tea, -3)
  await expect(stock, 'a correction by somebody else').toHaveText(labelled(tea.stock - 3))
  await postAction(other, '/admin/products', {
    intent: 'chosen',
    what: 'badge',
    badge: 'Fresh leaf',
    product_id: tea.id,
  })
  await expect(row, 'an edit by somebody else').toContainText('Fresh leaf')

  await expect(tick, 'what is ticked stays so').toBeChecked()
  await expect(edit, 'and the focus where it was').toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(60)
})

test('a list in use stays frozen, announces pending changes and applies them on request', async ({
  page,
  shop,
  database,
}) => {
  const [first, second, third] = (await insertProductsNamed(database, 'Heldrow', [5, 6, 7])) as [
    TestProduct,
    TestProduct,
    TestProduct,
  ]
  const other = await signInAsAdmin(shop.url)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products?search=heldrow&sort=stock')
  const names = page.locator('.cell-name a')
  const show = page.getByRole('button', { name: 'Show the list as it is now' })
  const tick = rowOf(page, first).getByRole('checkbox')
  await tick.check()
  await page.getByRole('searchbox').focus()
  await page.mouse.move(5, 5)
  await correct(other, second, -4)
  await expect(stockIn(page, second)).toContainText('2')
  await expect(names, 'a tick holds them as well').toHaveText([first.name, second.name, third.name])
  await show.click()
  await expect(names).toHaveText([second.name, first.name, third.name])
  await expect(tick).toBeChecked()
  await expect(names.first()).toBeFocused()
  await expect(show).toHaveCount(0)

  // A row that left the page shows this instead of its old stock, until the user leaves the list.
  await openPage(page, '/admin/products?search=heldrow&show=low')
  await rowOf(page, third).getByRole('link', { name: 'Edit' }).focus()
  await correct(other, third, 10)
  await expect(stockIn(page, third)).toHaveText('Left this page')
  await expect(rowOf(page, third).getByRole('link', { name: 'Edit' })).toBeFocused()
  await page.mouse.move(5, 5)
  await page.getByRole('searchbox').focus()
  await expect(names).toHaveText([first.name, second.name])
})

test('an open edit form is based on the version it was opened with, and never overwrites later changes unseen', async ({
  page,
  shop,
  database,
}) => {
  const [testProduct] = (await insertProductsNamed(database, 'Openform', [40])) as [TestProduct]
  const other = await signInAsAdmin(shop.url)
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products?search=openform')
  await rowOf(page, testProduct).getByRole('link', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: `Edit ${testProduct.name}` })
  await dialog.getByLabel('Price (£)').fill('7.77')
  await postAction(other, '/admin/products', {
    intent: 'chosen',
    what: 'badge',
    badge: 'Theirs',
    product_id: testProduct.id,
  })
  await expect(
    page.locator('tr', { has: page.locator('.cell-name') }),
    'the list behind it follows',
  ).toContainText('Theirs')
  await expect(dialog.getByLabel('Price (£)')).toHaveValue('7.77')
  await expect(dialog.getByLabel('Badge', { exact: true })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText(/Changed by owner@ninthbend\.example at/)).toBeVisible()
  await expect(dialog.getByLabel('Price (£)')).toHaveValue('7.77')
  await expect(dialog.getByLabel('Badge', { exact: true })).toHaveValue('Theirs')
})
