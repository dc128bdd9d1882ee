import type { Page } from '@playwright/test'
import { placeOrderFor, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'

/**
 * Types as fast as a scanner, wherever the focus is; unhandled keys are typed into the focused field. Events
 * have their own times, because a busy machine pauses between digits.
 */
const scan = (page: Page, ...codes: string[]) =>
  page.evaluate(
    (keys) => {
      const start = performance.now()
      for (const [index, key] of keys.entries()) {
        const field = document.activeElement
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: start + index })
        const isTyped = field?.dispatchEvent(event)
        if (isTyped && key !== 'Enter' && field instanceof HTMLInputElement)
          document.execCommand('insertText', false, key)
      }
    },
    codes.flatMap((code) => [...code, 'Enter']),
  )

test('CATALOGUE-33 STOCK-30 scans add products to a delivery, a stock-take, an order by phone and an order that is edited, find one to recall, and fill in the barcode of a form, wherever the focus is', async ({
  page,
  shop,
  database,
}) => {
  const [first, second, unknown] = ['5012345678900', '036000291452', '96385074'] as const
  const [one, other, third] = await database.query<{ id: string; name: string; price: number; slug: string }>(
    'select id, name, price, slug from products where is_active and stock > 5 order by name limit 3',
  )
  await database.query('update products set barcode = $2 where id = $1', [one!.id, first])
  await database.query('update products set barcode = $2 where id = $1', [other!.id, second])
  const order = await placeOrderFor(await signInNewCustomer(shop.url), [
    { product: third as never, quantity: 1 },
  ])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/stock/deliveries/new')
  await expect(page.getByRole('combobox', { name: 'Find or scan a product' })).toBeFocused()
  await scan(page, first)
  await expect(page.locator('#quantity-0')).toBeFocused()
  await page.keyboard.type('6')
  // Two scans in a row, the first from the quantity field.
  await scan(page, second, first)
  await expect(page.locator('#quantity-2')).toBeFocused()
  await expect(page.locator('#quantity-0')).toHaveValue('6')
  await expect(page.locator('#quantity-1')).toHaveValue('')
  await expect(page.getByRole('list', { name: 'What came' }).getByRole('listitem').nth(1)).toContainText(
    other!.name,
  )

  // On a slow connection, a key comes before the answer.
  const answer = Promise.withResolvers<void>()
  await page.route('**/_data**', (route) => answer.promise.then(() => route.continue()))
  await scan(page, unknown, second, first)
  await page.keyboard.type('7')
  answer.resolve()
  await expect(page.locator('#quantity-4')).toBeFocused()
  await expect(page.locator('#quantity-3')).toHaveValue('')
  await expect(page.getByText(`Not added: ${unknown}`)).toBeVisible()
  await page.unrouteAll()

  await openPage(page, '/admin/stock/takes')
  await page.getByLabel('What to count').selectOption('Only products that I search or scan')
  await page.getByRole('button', { name: 'Start counting' }).click()
  await expect(page.getByRole('combobox', { name: 'Find or scan another product' })).toBeFocused()
  const countOf = ({ name }: { name: string }) =>
    page.getByRole('textbox', { name: `Counted ${name}` }).first()
  await scan(page, first)
  await expect(countOf(one!)).toBeFocused()
  await page.keyboard.type('36')
  await scan(page, second)
  await expect(countOf(other!)).toBeFocused()
  await expect(countOf(one!)).toHaveValue('36')
  await expect(countOf(other!)).toHaveValue('')

  await openPage(page, '/admin/orders/new')
  const city = page.getByLabel('City')
  await city.fill('Leeds')
  await scan(page, second)
  await expect(page.getByRole('textbox', { name: `Quantity of ${other!.name}` })).toBeFocused()
  await expect(city).toHaveValue('Leeds')

  await openPage(page, `/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  await expect(page.getByRole('textbox', { name: `Quantity of ${third!.name}`, exact: true })).toBeFocused()
  await scan(page, unknown, first)
  await expect(page.getByRole('textbox', { name: `Quantity of ${one!.name}`, exact: true })).toBeFocused()
  await expect(page.getByText(`Not added: ${unknown}`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: `Quantity of ${third!.name}`, exact: true })).toHaveValue(
    '1',
  )

  await openPage(page, '/admin/recalls')
  await scan(page, second)
  await expect(page.getByRole('main').getByRole('link', { name: other!.name })).toBeVisible()

  await openPage(page, '/admin/products?add=product')
  const form = page.getByRole('dialog', { name: 'Add product' })
  await form.getByLabel(/^Name/).fill('Pepper')
  await scan(page, '50123452')
  await expect(form.getByLabel('Barcode')).toHaveValue('50123452')
  await expect(form.getByLabel('Barcode')).toBeFocused()
  await expect(form.getByLabel(/^Name/)).toHaveValue('Pepper')
})
