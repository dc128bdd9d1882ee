import type { Response } from '@playwright/test'
import type { PageData } from '#kit/page-data/page-data.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import {
  findProductBySlug,
  signInAsOwner,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'

// 401: a form that was sent, and events that were requested, after the session had ended.
test.use({ expectedStatuses: [401] })

test('ADMIN-24 what was typed is not left without a question, and leaves without one once it is saved', async ({
  page,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings/texts/faq')
  const text = page.getByRole('textbox').first()
  const before = await text.inputValue()
  await text.fill(`${before}\n\nDo you sell banana chips? Yes.`)
  const orders = page.getByRole('link', { name: 'Orders', exact: true })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await orders.click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await expect(text).toHaveValue(/banana chips/)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await orders.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL(/\/admin\/orders/)

  await openPage(page, '/admin/settings')
  const panel = page.getByRole('region', { name: 'Low stock' })
  const field = panel.getByRole('textbox')
  await field.fill(await field.inputValue())
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByRole('status')).not.toBeEmpty()
  await orders.click()
  await expect(page).toHaveURL(/\/admin\/orders/)

  await openPage(page, '/admin/products')
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Badge').fill('Closed')
  await page.route('**/_data**', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('progressbar')).toBeVisible()
  await form.getByRole('link', { name: 'Close' }).last().click()
  await expect(form).toBeHidden()
  await orders.click()
  await expect(page, 'a form that was closed while it was sent is not asked about').toHaveURL(
    /\/admin\/orders/,
  )
})

test('ADMIN-24 the reason typed to cancel an order is there again after another order was looked at, and is left with a question unless Keep order was pressed', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  const customer = await signInNewCustomer(shop.url)
  for (let order = 0; order < 2; order++) await placeOrderOverHttp(customer, [{ product: tea, quantity: 1 }])
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/orders?search=${customer.email}`)
  const cancel = page.getByRole('table').getByRole('button', { name: 'Cancel' })
  const dialog = page.getByRole('dialog', { name: /^Cancel order/ })
  const reason = dialog.getByLabel('Reason')
  const keep = dialog.getByRole('button', { name: 'Keep order' })
  await cancel.nth(0).click()
  await reason.fill('Rang, wants another tea')
  await page.keyboard.press('Escape')
  await cancel.nth(1).click()
  await expect(reason).toHaveValue('')
  await keep.click()
  await cancel.nth(0).click()
  await expect(reason).toHaveValue('Rang, wants another tea')
  await keep.click()
  await cancel.nth(0).click()
  await expect(reason, 'after Keep order').toHaveValue('')
  await page.keyboard.press('Escape')
  const products = page.getByRole('link', { name: 'Products', exact: true })
  await products.click()
  await expect(page, 'Keep order has decided').toHaveURL(/\/admin\/products/)
  await page.goBack()
  await cancel.nth(0).click()
  await reason.fill('Rang, wants another tea')
  await page.keyboard.press('Escape')
  await products.click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()

  const [order] = await database.query<{ id: string }>(
    'select id from orders order by created_at desc limit 1',
  )
  await openPage(page, `/admin/orders/${order!.id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  const note = dialog.getByLabel('Note (optional)')
  await note.fill('Rang, wants another tea')
  await keep.click()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(note, 'after Keep order').toHaveValue('')
  await page.keyboard.press('Escape')
  await products.click()
  await expect(page).toHaveURL(/\/admin\/products/)
  await openPage(page, `/admin/orders/${order!.id}?ask=cancel`)
  await page.getByLabel('Note (optional)').first().fill('Rang, wants another tea')
  const keepLink = page.getByRole('link', { name: 'Keep order' })
  const [otherTab] = await Promise.all([
    page.context().waitForEvent('page'),
    keepLink.click({ modifiers: ['ControlOrMeta'] }),
  ])
  await otherTab.close()
  await products.click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await keepLink.click()
  await expect(page).toHaveURL(new RegExp(`/admin/orders/${order!.id}$`))
})

const readsProducts = (response: Response) =>
  response.request().method() === 'GET' && response.url().includes('/_data?u=%2Fadmin%2Fproducts')

test('SESSION-29 a form that is sent after the session has ended keeps what was typed, and is saved after signing in in another tab', async ({
  page,
  context,
  database,
}) => {
  await signInOwnerInBrowser(page)
  const isLive = page.waitForResponse(readsProducts)
  await openPage(page, '/admin/products')
  await isLive
  await page.getByRole('link', { name: /^Edit/ }).first().click()
  const form = page.getByRole('dialog')
  const [badge, save] = [form.getByLabel('Badge'), form.getByRole('button', { name: 'Save' })]
  await badge.fill('Kept')
  // While the form is being sent, an event says that the session has ended, and the page requests its data.
  let refusals = 0
  page.on('response', async (response) => {
    if (readsProducts(response) && 'redirect' in ((await response.json()) as PageData)) refusals++
  })
  await page.route('**/_data**', async (route) => {
    if (route.request().method() === 'POST') await expect.poll(() => refusals).toBe(2)
    await route.continue()
  })
  await database.query('delete from accounts.session where is_admin_session')
  await save.click()
  await expect(form.getByText('You are signed out, so nothing was saved.')).toBeVisible()
  await expect(badge).toHaveValue('Kept')
  await page.unrouteAll()
  const other = await context.newPage()
  await openPage(other, '/admin')
  await signInAsOwner(other)
  await expect(other).toHaveURL(/\/admin\/dashboard/)
  await page.bringToFront()
  await save.click()
  await expect(form).toBeHidden()
  expect(await database.query(`select 1 from products where badge = 'Kept'`)).toHaveLength(1)

  await openPage(page, '/admin/stock/deliveries/new')
  const supplier = page.getByRole('textbox', { name: 'From' })
  await supplier.fill('Kerala Farms')
  const isTold = page.evaluate(
    () =>
      new Promise((resolve) =>
        addEventListener('storage', ({ key }) => key === null && setTimeout(resolve), { once: true }),
      ),
  )
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(/\/admin$/)
  await isTold
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('You are signed out, so nothing was saved.')).toBeVisible()
  await expect(supplier).toHaveValue('Kerala Farms')
})
