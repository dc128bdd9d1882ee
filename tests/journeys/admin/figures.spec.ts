import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { findAccessibilityViolations } from '#tests/fixtures/browser/accessibility-violations.ts'
import {
  findProductBySlug,
  placeOrderFor,
  signInOwnerInBrowser,
} from '#tests/fixtures/browser/shop-actions.ts'
import { expect, openPage, test } from '#tests/fixtures/browser/shop-fixture.ts'

const bytesOf = async (download: Download) => readFile(await download.path())

test('FIGURES-12 the accountant’s month is a PDF of one page, three clicks from the dashboard', async ({
  page,
}) => {
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/dashboard')
  await page.getByRole('link', { name: 'Figures' }).click()
  await page.getByRole('link', { name: 'Last month' }).click()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'PDF of the month' }).click()
  const download = await downloaded
  expect(download.suggestedFilename()).toMatch(/^figures-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.pdf$/)
  const pdf = (await bytesOf(download)).toString('latin1')
  expect(pdf.slice(0, 5)).toBe('%PDF-')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})

test('FIGURES-9 FIGURES-11 what is sold is in the tables and the CSV, by keyboard and on a phone', async ({
  page,
  shop,
  database,
}) => {
  const tea = await findProductBySlug(database, 'wayanad-orthodox-black-tea')
  await database.query('update products set vat_rate = 20 where id = $1', [tea.id])
  await placeOrderFor(await signInNewCustomer(shop.url), [{ product: tea, quantity: 2 }])
  await signInOwnerInBrowser(page)
  await openPage(page, '/admin/figures')
  const vat = page.getByRole('region', { name: 'VAT by rate' })
  await expect(vat.getByRole('row', { name: /^20%/ })).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Products' }).getByRole('row', { name: new RegExp(tea.name) }),
  ).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Sales by day' })).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await vat.getByRole('link', { name: 'VAT by rate as CSV' }).press('Enter')
  const csv = (await bytesOf(await downloaded)).toString('utf8')
  expect(csv).toMatch(/^\uFEFFRate,Sales,Of it delivery,VAT in sales,/)
  expect(csv).toMatch(/\r\n20%,\d+(\.\d+)?,/)

  await page.getByLabel(/^From/).fill('2026-03-02')
  await page.getByLabel(/^To/).fill('2026-03-01')
  await page.getByRole('button', { name: 'Show days' }).press('Enter')
  await expect(page.getByText('Choose two days, the first not after the second.')).toBeVisible()
  await page.getByRole('link', { name: 'This year' }).press('Enter')
  await expect(page.getByRole('slider', { name: 'Sales by month' })).toBeVisible()
  for (const width of [375, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth),
      `at ${width} px`,
    ).toBeLessThanOrEqual(width)
    expect(await findAccessibilityViolations(page), `at ${width} px`).toEqual([])
  }
})
