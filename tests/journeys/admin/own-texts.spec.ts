import sharp from 'sharp'
import { checkAccessibility } from '#tests/fixtures/browser/accessibility-views.ts'
import { signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ expectedStatuses: [409, 422] })

const SAVED = 'Saved. Shoppers see it now.'

test('CONTENT-10 CONTENT-13 CONTENT-14 the owner writes Our Story with the keyboard, and brings the first version back', async ({
  page,
  newShopper,
}) => {
  const shopper = await newShopper()
  await openPage(shopper, '/')
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings')
  await page.getByRole('link', { name: 'Write your texts and choose your pictures' }).click()
  await page.getByRole('link', { name: 'Our Story', exact: true }).click()
  await page.getByLabel('Your text').focus()
  await page.keyboard.type('Our beginnings')
  await page.getByRole('button', { name: 'Heading' }).press('Enter')
  await expect(page.getByLabel('Your text')).toHaveValue('## Our beginnings')
  await expect(page.getByLabel('Your text')).toBeFocused()
  await page.keyboard.type('\n\nSee our shelves')
  for (let character = 0; character < 'our shelves'.length; character += 1)
    await page.keyboard.press('Shift+ArrowLeft')
  await page.getByRole('button', { name: 'Link' }).press('Enter')
  await page.keyboard.type('/products')
  await expect(page.getByLabel('Your text')).toHaveValue('## Our beginnings\n\nSee [our shelves](/products)')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'Our beginnings' })).toBeVisible()
  await expect(preview.getByRole('link', { name: 'our shelves' })).toHaveAttribute('href', /\/products$/)
  await expect(preview.getByRole('heading', { name: 'Preview' })).toBeFocused()
  await checkAccessibility(page, 'the page')

  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText(SAVED)).toBeVisible()
  await shopper.getByRole('contentinfo').getByRole('link', { name: 'Our Story' }).click()
  await expect(shopper.getByRole('heading', { name: 'Our beginnings' })).toBeVisible()
  await shopper.getByRole('main').getByRole('link', { name: 'our shelves' }).click()
  await expect(shopper).toHaveURL(/\/products$/)

  await page.getByLabel('Your text').fill('Nothing but this')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Version 2 (shown now)' })).toBeVisible()
  expect(await page.getByText('Somebody else has just saved').count(), 'these were own saves').toBe(0)
  await openPage(shopper, '/about')
  await expect(shopper.getByRole('main')).toContainText('Nothing but this')

  await page.getByRole('link', { name: 'Look at it Version 1' }).click()
  await expect(
    page.getByRole('region', { name: 'Version 1' }).getByRole('heading', { name: 'Our beginnings' }),
  ).toBeVisible()
  await checkAccessibility(page, 'an earlier version')
  await page.getByRole('button', { name: 'Bring it back Version 1' }).press('Enter')
  await expect(page.getByText('Version 1 is shown again.')).toBeVisible()
  await expect(page.getByLabel('Your text')).toHaveValue(/Our beginnings/)
  await openPage(shopper, '/about')
  await expect(shopper.getByRole('heading', { name: 'Our beginnings' })).toBeVisible()

  await page.getByLabel('Your text').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await openPage(shopper, '/about')
  await expect(shopper.getByRole('main')).toContainText('The Thamarassery ghat road')
})

test('CONTENT-19 CONTENT-20 the owner shows a logo and a picture, which move nothing, and takes them back', async ({
  page,
  newShopper,
}) => {
  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#b3541e' } })
      .png()
      .toBuffer()
  const file = async (width: number, height: number) => ({
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: await drawing(width, height),
  })
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/settings/pictures')
  const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await page.getByLabel('File of the logo').setInputFiles(svg)
  await page.getByRole('button', { name: 'Save the logo' }).click()
  await expect(page.getByRole('alert')).toContainText('Choose a JPEG, PNG, WebP or AVIF image')
  await page.getByLabel('File of the logo').setInputFiles(await file(600, 120))
  await page.getByRole('button', { name: 'Save the logo' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await page.getByLabel('File of the picture').setInputFiles(await file(1200, 800))
  await page.getByLabel('What the picture shows').fill('Bowls of spices')
  await page.getByRole('button', { name: 'Save the picture' }).click()
  await expect(page.getByRole('img', { name: 'Bowls of spices' })).toBeVisible()
  await checkAccessibility(page, 'the page')

  const shopper = await newShopper()
  await shopper.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [320, 1440]) {
    await shopper.setViewportSize({ width, height: 900 })
    await openPage(shopper, '/')
    await expect(shopper.getByRole('banner').getByRole('img', { name: 'Ninth Bend' })).toBeVisible()
    await expect(shopper.getByRole('img', { name: 'Bowls of spices' })).toBeVisible()
    const shifted = await shopper.evaluate(
      () => (globalThis as unknown as { shifts: { sum: number } }).shifts.sum,
    )
    expect(shifted, String(width)).toBeLessThan(0.01)
  }
  await checkAccessibility(shopper, 'a home page with the picture of the owner')
  await page.getByRole('button', { name: 'Use the name instead' }).click()
  await expect(page.getByText('None yet: your name stands in its place.')).toBeVisible()
  await page.getByRole('button', { name: 'Use the picture of the shop instead' }).click()
  await expect(page.getByText('None yet: the picture that comes with the shop stands there.')).toBeVisible()
})
