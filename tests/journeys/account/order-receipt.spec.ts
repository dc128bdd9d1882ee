import {
  placeOrderFor,
  advanceOrder,
  findProductBySlug,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test, waitForHydration } from '#tests/fixtures/browser/shop-fixture.ts'

const A4_POINTS = { width: 595, height: 842 }

test('ORDER-35 an order opens from the list and prints on A4 without controls', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const cinnamon = await findProductBySlug(database, 'hand-rolled-cinnamon-quills')
  const order = await placeOrderFor(customer, [{ product: cinnamon, quantity: 2 }])
  await openPage(page, '/profile/orders')
  await page.getByRole('link', { name: `Details for order ${order.shortId}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order ${order.shortId}` })).toBeFocused()
  await expect(page).toHaveTitle(`Order confirmation ${order.shortId} – Ninth Bend`)

  await page.evaluate(() => Object.assign(window, { print: () => (document.title = 'Printing') }))
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.title()).toBe('Printing')

  const onPaper = page.getByText(`${shop.url}/profile/orders/${order.id}`)
  await expect(onPaper).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('navigation'),
    page.getByRole('button'),
  ]) {
    for (const each of await part.all()) await expect(each).toBeHidden()
  }
  await expect(onPaper).toBeVisible()
  await expect(page.getByRole('row', { name: /Hand-Rolled Cinnamon Quills/ })).toBeVisible()
  const colours = await page
    .locator('.receipt')
    .evaluate((sheet) => [
      getComputedStyle(sheet).color,
      getComputedStyle(document.documentElement).backgroundColor,
    ])
  expect(colours).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)'])
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(paper)!
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([A4_POINTS.width, A4_POINTS.height])

  await page.emulateMedia({ media: null })
  await page.getByRole('main').getByRole('link', { name: 'Your orders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your orders' })).toBeVisible()
})

test('ORDER-43 ORDER-44 an order page has the same cancel dialog, which does not return once it was dismissed, and a phone number for shipped orders', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const cinnamon = await findProductBySlug(database, 'hand-rolled-cinnamon-quills')
  const [waiting, shipped] = [
    await placeOrderFor(customer, [{ product: cinnamon, quantity: 1 }]),
    await placeOrderFor(customer, [{ product: cinnamon, quantity: 1 }]),
  ]
  await advanceOrder(shop, shipped.id, ['pending', 'processing'])
  await openPage(page, `/profile/orders/${shipped.id}`)
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await expect(page.getByRole('dialog')).toContainText('please phone us on 020 7946 0123')
  // The form leads here if the button is clicked before hydration.
  await openPage(page, `/profile/orders/${waiting.id}?page=2&cancel=${waiting.id}`)
  const question = page.getByRole('dialog', { name: `Cancel order ${waiting.shortId}` })
  await question.getByRole('button', { name: 'Keep order' }).click()
  await expect(question).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/profile/orders/${waiting.id}\\?page=2$`))
  await page.reload()
  await waitForHydration(page)
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toBeVisible()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Cancel Order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(page.getByText('Your order is cancelled.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Order Cancelled').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Order' })).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(`/profile/orders/${waiting.id}`)
})
