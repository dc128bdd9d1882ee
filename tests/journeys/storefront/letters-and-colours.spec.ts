import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'
import {
  findProductBySlug,
  placeOrderFor,
  signInNewCustomerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'

const BOLD = 600
/** On a scale of 255. The picture's shadows step by 8; without the fade its edge steps by 51. */
const MAX_STEP = 12

/** Bold texts whose font has no bold, so that the browser thickens the normal letters. */
async function findSmearedText(page: Page): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')
  const { root } = await devTools.send('DOM.getDocument')
  await page.evaluate((bold) => {
    // On a slow connection the page uses the device's fonts.
    document.documentElement.classList.remove('cached-fonts', 'deferred-fonts')
    for (const each of document.querySelectorAll<HTMLElement>('body *')) {
      const isText = each.childElementCount === 0 && each.textContent.trim() !== ''
      if (isText && Number(getComputedStyle(each).fontWeight) >= bold && each.checkVisibility())
        each.dataset['bold'] = ''
    }
  }, BOLD)
  const { nodeIds } = await devTools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-bold]',
  })
  const texts = await page.locator('[data-bold]').allTextContents()
  const smeared: string[] = []
  let usesDeviceFont = false
  for (const [index, nodeId] of nodeIds.entries()) {
    const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId })
    usesDeviceFont ||= fonts.some(({ isCustomFont }) => !isCustomFont)
    smeared.push(
      ...fonts
        .filter(
          ({ isCustomFont, postScriptName }) => !isCustomFont && !/bold|black|heavy/i.test(postScriptName),
        )
        .map(({ postScriptName }) => `${texts[index]}: ${postScriptName}`),
    )
  }
  expect(nodeIds.length, 'bold texts of the page').toBeGreaterThan(3)
  expect(usesDeviceFont, 'the fonts of the device').toBe(true)
  return smeared
}

test('STOREFRONT-25 signed in, bold letters come from a bold font, and the order number has lining figures', async ({
  page,
  shop,
  database,
}) => {
  const customer = await signInNewCustomerInBrowser(page, shop)
  const product = await findProductBySlug(database, 'roasted-puttu-flour')
  const order = await placeOrderFor(customer, [{ product, quantity: 1 }])
  await openPage(page, '/profile/orders')
  expect(await findSmearedText(page)).toEqual([])
  await openPage(page, `/profile/orders/${order.id}`)
  expect(await findSmearedText(page)).toEqual([])
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-variant-numeric', 'lining-nums')
})

test.describe('STOREFRONT-26 on a phone', () => {
  test.use({ viewport: { width: 375, height: 740 } })

  test('STOREFRONT-26 the colour above the first picture runs into it without an edge', async ({ page }) => {
    await openPage(page, '/')
    const picture = page.locator('.hero-picture')
    await expect(picture.locator('img')).toBeVisible()
    await picture.locator('img').evaluate((image: HTMLImageElement) => image.decode())
    const { y } = (await picture.boundingBox())!
    // Beside the button and above the pictured items.
    const strip = { x: 145, y: y - 10, width: 50, height: 40 }
    const { data, info } = await sharp(await page.screenshot({ clip: strip }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const rows = Array.from({ length: info.height }, (_, row) =>
      data.subarray(row * info.width * 3, (row + 1) * info.width * 3),
    )
    const steps = rows
      .slice(1)
      .map(
        (row, index) =>
          row.reduce((sum, value, at) => sum + Math.abs(value - rows[index]![at]!), 0) / row.length,
      )
    expect(Math.max(...steps), 'mean step from one row of pixels to the next').toBeLessThan(MAX_STEP)
  })
})
