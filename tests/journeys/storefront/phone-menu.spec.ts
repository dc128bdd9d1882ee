import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

test.use({ viewport: { width: 375, height: 740 } })

test('STOREFRONT-28 on a phone the menu leads to the categories, its items stand away from the edge, and the next page’s heading has no ring', async ({
  page,
}) => {
  await openPage(page, '/about')
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
  await expect(menu).toBeVisible()
  for (const name of ['Home', 'Products', 'Categories', 'Contact', 'Register']) {
    const link = menu.getByRole('link', { name, exact: true })
    await expect
      .poll(async () => {
        const [box, padding] = [
          (await link.boundingBox())!,
          await link.evaluate((each) => Number.parseFloat(getComputedStyle(each).paddingLeft)),
        ]
        return box.x + padding
      }, name)
      .toBeGreaterThanOrEqual(16)
  }
  await menu.getByRole('link', { name: 'Categories', exact: true }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Categories' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
})
