import { addDays, formatDayAndMonth, londonDay } from '#shop/dates/dates.ts'
import { expectFittingPage } from '#tests/fixtures/browser/fitting-page.ts'
import { addProductToCart, openCart, signInOwnerInBrowser } from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import { backdatePrice } from '#tests/fixtures/databases/price-history.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('OFFER-1 OFFER-10 OFFER-15 an owner makes an offer, shoppers see and are charged it, and the owner ends it', async ({
  page,
  newShopper,
  database,
}) => {
  const [product] = await database.query<{ id: string; slug: string; name: string; price: number }>(
    `select p.id, p.slug, p.name, p.price from products p join categories c on c.id = p.category_id
      where c.slug = 'snacks-sweets' and p.is_active and p.stock > 5 order by lower(p.name) limit 1`,
  )
  const { id, slug, name, price } = product!
  await backdatePrice(database, product!, 60)
  const shopper = await newShopper()
  await addProductToCart(shopper, slug)
  await signInOwnerInBrowser(page)
  await openPage(page, `/admin/products?edit=${id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Make an offer' }).click()
  await expect(page.getByLabel('How much')).toBeFocused()
  await page.keyboard.type('1.50')
  await page.getByLabel('Of what').selectOption({ label: 'The offer price (£)' })
  const lastDay = addDays(londonDay(new Date()), 5)
  await page.getByLabel('Last day').fill(lastDay)
  await page.getByRole('button', { name: 'Show offer prices' }).click()
  await expect(page.getByRole('row', { name })).toContainText(`“Was £${price.toFixed(2)}” all the time`)
  await expectFittingPage(page, 'the preview')
  await page.getByRole('button', { name: 'Make 1 offer' }).click()
  await expect(page.getByText('The offer is made.')).toBeVisible()
  await expectFittingPage(page, 'the list of offers')

  await openPage(shopper, `/products/${slug}`)
  const shown = `Was £${price.toFixed(2)} Offer until ${formatDayAndMonth(lastDay)}`
  await expect(shopper.locator('main')).toContainText(shown)
  await expectFittingPage(shopper, 'the product page')
  await expect(await openCart(shopper)).toContainText('£1.50')
  await openPage(shopper, '/products?category=snacks-sweets')
  await expect(shopper.getByRole('listitem').filter({ hasText: name })).toContainText(shown)

  await openPage(page, `/admin/products?edit=${id}`)
  await expect(page.getByRole('dialog')).toContainText(`then it is £${price.toFixed(2)} again`)
  await page.getByRole('link', { name: 'End or withdraw it on the page of offers' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'End now' }).click()
  await expect(page.getByText('The offer is over.')).toBeVisible()
  await openPage(shopper, `/products/${slug}`)
  await expect(shopper.locator('main')).not.toContainText('Offer until')
  await expect(await openCart(shopper)).toContainText(`£${price.toFixed(2)}`)
})
