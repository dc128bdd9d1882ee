import type { Page } from '@playwright/test'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const headOf = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    canonical: document.querySelector('link[rel=canonical]')!.getAttribute('href'),
  }))

test('title and canonical URL match the current page after a full load and a client navigation; the sitemap is XML, and the manifest has no errors', async ({
  page,
  shop,
}) => {
  await page.goto('/')
  const product = (await page.locator('.product-card a').first().getAttribute('href'))!
  const fresh: Record<string, unknown> = {}
  for (const path of ['/', '/about', '/categories', product]) {
    await page.goto(path)
    fresh[path] = await headOf(page)
  }
  await openPage(page, '/')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const goTo = async (path: string) => {
    await page.locator(`a[href="${path}"]:visible`).first().click()
    await page.waitForURL(shop.url + path)
  }
  for (const path of ['/about', '/', '/categories']) {
    await goTo(path)
    await expect.poll(() => headOf(page)).toEqual(fresh[path])
  }
  await page.goBack()
  await expect.poll(() => headOf(page)).toEqual(fresh['/'])
  await goTo(product)
  await expect.poll(() => headOf(page)).toEqual(fresh[product])
  expect(await page.evaluate(() => 'isSamePage' in window), 'no whole page was loaded on the way').toBe(true)

  const root = await page.evaluate(async () => {
    const text = await (await fetch('/sitemap.xml')).text()
    return new DOMParser().parseFromString(text, 'application/xml').documentElement.nodeName
  })
  expect(root).toBe('urlset')
  // A script adds the link after the first paint.
  await expect(page.locator('link[rel=manifest]')).toHaveCount(1)
  const browser = await page.context().newCDPSession(page)
  const { url, errors, data } = await browser.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  expect(JSON.parse(data!)).toMatchObject({ short_name: 'Ninth Bend' })
})

test('SECURITY-6 structured data of a malicious product name stays data in a browser', async ({
  page,
  database,
}) => {
  const name = `</script><script>document.title='taken'</script><!--`
  const { id } = await insertProduct(database, { name })
  await openPage(page, `/products/product-${id}`)
  expect(await page.title()).toContain(name)
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(JSON.parse(data!)).toMatchObject({ '@type': 'Product', name })
})
