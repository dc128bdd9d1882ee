import { expect, openPage, test, waitForScriptOf } from '#tests/fixtures/browser/shop-fixture.ts'

/** On a slow machine the web fonts are too late for one of the two pages, and a line breaks elsewhere. */
const FONT_TOLERANCE = 50

type Layout = ReturnType<typeof readLayout>

const readLayout = () => {
  const { height } = document.querySelector('main')!.getBoundingClientRect()
  const styled = document.querySelector('main .faq, main .prose, main .order-card, main .enquiry')
  return { height, display: styled && getComputedStyle(styled).display }
}

test('CONTENT-5 DELIVERY-10 content pages look the same reached by a link from a category without their stylesheet as when opened directly, and the standard rates are as large as the text', async ({
  page,
}) => {
  const paths = ['/faq', '/shipping-policy', '/feedback']
  const opened = new Map<string, Layout>()
  // With web fonts, which the first page does not have yet.
  for (const path of ['/faq', ...paths]) {
    await openPage(page, path)
    opened.set(path, await page.evaluate(readLayout))
  }
  await openPage(page, '/products')
  await expect(page.locator('link[rel=stylesheet][href*=content-pages]')).toHaveCount(1)
  for (const path of paths) {
    const link = page.locator(`footer a[href="${path}"]`)
    // Its script loads with the first input; a link clicked earlier loads a whole page, which focuses
    // nothing.
    await page.locator('footer').hover()
    await waitForScriptOf(link)
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const reached = await page.evaluate(readLayout)
    expect(reached.display, path).toBe(opened.get(path)!.display)
    expect(Math.abs(reached.height - opened.get(path)!.height), path).toBeLessThan(FONT_TOLERANCE)
    if (path === '/shipping-policy') {
      const [rates, text] = [page.getByText('£3.99'), page.getByText('Working days are Monday to Friday')]
      await expect(rates).toContainText('waived at present')
      const size = await text.evaluate((element) => getComputedStyle(element).fontSize)
      await expect(rates).toHaveCSS('font-size', size)
    }
  }
})
