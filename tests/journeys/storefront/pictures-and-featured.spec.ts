import type { Page } from '@playwright/test'
import { createPhoto } from '#tests/fixtures/products/picture-uploads.ts'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import { findProductBySlug, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test, waitForScriptOf } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409] })

const SLUG = 'small-black-mustard-seeds'
const photo = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await createPhoto(colour, 240),
})

async function openForm(page: Page, id: string) {
  await openPage(page, `/admin/products?edit=${id}`)
  return page.getByRole('dialog', { name: /^Edit/ })
}

test('PICTURE-14 PICTURE-15 PICTURE-16 the owner adds pictures, describes and moves them by keyboard; a second editor keeps both', async ({
  page,
  newShopper,
  database,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  const { id } = await findProductBySlug(database, SLUG)
  const form = await openForm(page, id)
  await form
    .getByLabel('Add pictures')
    .setInputFiles([await photo('a.jpg', '#883322'), await photo('b.jpg', '#228833')])
  await form.getByLabel('Alternative text of picture 2').fill('Cloves in a bowl')
  await form.getByLabel('Alternative text of picture 3').fill('The back of the jar')
  await form.getByRole('button', { name: 'Move picture 3 up' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Move picture 2 up' }), 'the focus goes along').toBeFocused()
  await expect(form.getByLabel('Alternative text of picture 2')).toHaveValue('The back of the jar')
  expect(await findAccessibilityViolations(page)).toEqual([])

  const other = await newShopper({ storageState: await page.context().storageState() })
  const otherForm = await openForm(other, id)
  await otherForm.getByLabel('Alternative text of picture 1').fill('Theirs')
  await otherForm.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('The product is saved.')).toBeVisible()

  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByText(/^Pictures was 1 picture: no text/)).toBeVisible()
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
  const texts = await (
    await openForm(page, id)
  )
    .getByLabel(/^Alternative text/)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  expect(texts).toEqual(['', 'The back of the jar', 'Cloves in a bowl'])

  const shopper = await newShopper()
  await openPage(shopper, `/products/${SLUG}`)
  const second = shopper.getByRole('link', { name: 'Picture 2: The back of the jar' })
  // Until then the browser follows the link itself, and nothing is announced.
  await waitForScriptOf(second)
  await second.press('Enter')
  await expect(shopper.getByText('Picture 2 of 3: The back of the jar'), 'is read out').toBeAttached()
  await expect(second).toHaveAttribute('aria-current', 'true')
  const enlarge = shopper.getByRole('link', { name: 'Enlarge the picture: The back of the jar' })
  await expect(enlarge).toBeInViewport()
  await enlarge.press('Enter')
  const zoom = shopper.getByRole('dialog', { name: /^Pictures of/ })
  await expect(zoom.getByRole('img', { name: 'The back of the jar' })).toBeVisible()
  const width = () => zoom.getByRole('img').evaluate((image) => image.clientWidth)
  const fitting = await width()
  await shopper.keyboard.press('Enter')
  await expect.poll(width).toBe(fitting * 2)
  expect(await findAccessibilityViolations(shopper)).toEqual([])
  await zoom.getByRole('button', { name: 'Next picture' }).click()
  await expect(zoom.getByRole('img', { name: 'Cloves in a bowl' })).toBeVisible()
  await shopper.keyboard.press('Escape')
  await expect(zoom).toHaveCount(0)
  await expect(enlarge).toBeFocused()

  const withoutScripts = await newShopper({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })
  await withoutScripts.goto(`/products/${SLUG}`)
  await withoutScripts.getByRole('link', { name: 'Picture 3: Cloves in a bowl' }).click()
  await expect(withoutScripts.getByRole('img', { name: 'Cloves in a bowl' })).toBeInViewport()
  const file = withoutScripts.getByRole('link', { name: 'Enlarge the picture: Cloves in a bowl' })
  await expect(file).toHaveAttribute('href', /^\/storage\/.*\.webp$/)

  const again = await openForm(page, id)
  // Large photos on a phone are this slow.
  await page.evaluate(() => {
    const decode = createImageBitmap
    const createSlowly = async (source: Blob) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      return decode(source)
    }
    Object.assign(globalThis, { createImageBitmap: createSlowly })
  })
  const progress = again.getByText(/^Preparing pictures, \d to go$/).waitFor()
  await again
    .locator('#image')
    .setInputFiles(
      await Promise.all(['#222288', '#888822', '#228888'].map((colour) => photo('c.jpg', colour))),
    )
  await again.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The product is saved.')).toBeVisible()
  const [stored] = await database.query<{ count: number }>(
    'select jsonb_array_length(more_pictures) as count from products where id = $1',
    [id],
  )
  expect(stored!.count, 'saving waits for all that were chosen').toBe(5)
  await progress
  const last = await openForm(page, id)
  const buttons = last.locator('.pictures-field button:visible')
  await expect(buttons.nth(0)).toHaveAccessibleName('Replace picture 1')
  await expect(buttons.nth(1)).toHaveAccessibleName('Add another picture')
  await last.locator('#image').setInputFiles(await photo('d.jpg', '#882222'))
  await last.locator('#name').fill('')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.method() === 'POST')))
  await last.getByRole('button', { name: 'Save changes' }).click()
  await expect(last.locator('#name-error')).toHaveText('Enter the name of the product')
  expect(sent, 'pictures are neither awaited nor sent').toBe(0)
})

test('CATALOGUE-35 CATALOGUE-36 the owner orders Featured, also without scripts; the shop follows, a second editor is told', async ({
  page,
  newShopper,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/products')
  await page.getByRole('link', { name: 'Order of Featured' }).click()
  const list = page.getByRole('list', { name: 'Featured products' })
  await expect(list).toBeVisible()
  const names = () => list.getByRole('link').allTextContents()
  const byName = await names()
  const [first, second, third] = byName as [string, string, string]

  const other = await newShopper({
    storageState: await page.context().storageState(),
    javaScriptEnabled: false,
  })
  await other.goto('/admin/products/featured')
  await other.getByLabel(`Place of ${first}`, { exact: true }).fill('3')

  await list.getByRole('button', { name: `Move ${third} to the top` }).click()
  await list.getByRole('button', { name: `Move ${first} down` }).press('Enter')
  await expect(list.getByRole('button', { name: `Move ${first} down` })).toBeFocused()
  const order = [third, second, first, ...byName.slice(3)]
  expect(await names()).toEqual(order)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the order' }).click()
  await expect(page.getByText('The order is saved.')).toBeVisible()

  const shopper = await newShopper()
  const shown = async () => {
    await openPage(shopper, '/products')
    return (await shopper.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).slice(0, 3)
  }
  expect(await shown()).toEqual(order.slice(0, 3))

  await other.getByRole('button', { name: 'Save the order' }).click()
  await expect(other.getByText(/Somebody else has changed/)).toBeVisible()
  await other.getByLabel(`Place of ${first}`, { exact: true }).fill('1')
  await other.getByRole('button', { name: 'Save the order' }).click()
  await expect(other.getByText('The order is saved.')).toBeVisible()
  expect(await shown()).toEqual([first, third, second])
  await other.getByRole('button', { name: 'Order by name again' }).click()
  await expect(other.getByText(/in order of their names again/)).toBeVisible()
  expect(await shown()).toEqual(byName.slice(0, 3))
})
