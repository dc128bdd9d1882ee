import { expect, openPage, test, waitForScriptOf } from '#tests/fixtures/browser/shop-fixture.ts'

/** On a slow machine the web fonts come too late for one of the two pages, and a line breaks elsewhere. */
const FONT_TOLERANCE = 50

const readLayout = () => {
  const { height } = document.querySelector('main')!.getBoundingClientRect()
  const styled = document.querySelector('main .faq, main .prose, main .order-card, main .enquiry')
  return { height, display: styled && getComputedStyle(styled).display }
}

for (const path of ['/faq', '/shipping-policy', '/feedback']) {
  test(`${path} looks the same reached by a link from a category without its stylesheet as when opened directly`, async ({
    page,
  }) => {
    await openPage(page, path)
    await page.reload()
    const opened = await page.evaluate(readLayout)
    await openPage(page, '/products')
    await expect(page.locator('link[rel=stylesheet][href*=content-pages]')).toHaveCount(1)
    const link = page.locator(`footer a[href="${path}"]`)
    // Its script comes with the first input; a link clicked before that loads a whole page, which focuses nothing.
    await page.locator('footer').hover()
    await waitForScriptOf(link)
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const reached = await page.evaluate(readLayout)
    expect(reached.display).toBe(opened.display)
    expect(Math.abs(reached.height - opened.height)).toBeLessThan(FONT_TOLERANCE)
  })
}
