import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectToShopDatabase } from '#tests/fixtures/databases/shop-database.ts'
import { insertProduct } from '#tests/fixtures/databases/test-records.ts'
import { type HttpClient, signInAsAdmin, signInNewCustomer } from '#tests/fixtures/http/http-client.ts'
import { findLink } from '#tests/fixtures/http/page-text.ts'
import { PlainPage } from '#tests/fixtures/http/plain-page.ts'
import { placeOrderOverHttp } from '#tests/fixtures/orders/checkout-requests.ts'

const url = inject('shopUrl')
const database = connectToShopDatabase(inject('shopDataDirectory'))
let owner: HttpClient
beforeAll(async () => {
  owner = await signInAsAdmin(url)
})
afterAll(() => database.close())

test('FIGURES-12 the accountant’s month is a PDF, three clicks from the dashboard', async () => {
  const figures = await (await PlainPage.open(owner, '/admin/dashboard')).follow('Figures')
  const month = await figures.follow('Last month')
  const answer = await owner.fetch(findLink(month.html, 'PDF of the month')!)
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment.*figures-\d{4}-\d\d-01-to-\d{4}-\d\d-\d\d\.pdf/,
  )
  const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  expect(pdf.slice(0, 5)).toBe('%PDF-')
})

test('FIGURES-9 FIGURES-11 what is sold is in the tables and the CSV', async () => {
  const tea = await insertProduct(database, { name: 'Counted Tea', stock: 5 })
  await database.query('update products set vat_rate = 20 where id = $1', [tea.id])
  await placeOrderOverHttp(await signInNewCustomer(url), [{ product: tea, quantity: 2 }])
  const page = await PlainPage.open(owner, '/admin/figures')
  const [, vat = '', products = ''] = /VAT by rate([\s\S]*?)>Products<([\s\S]*)/.exec(page.html)!
  expect(vat).toMatch(/<th[^>]*>20%/)
  expect(products).toContain('Counted Tea')
  expect(page.html).toContain('aria-label="Sales by day"')

  const [, link = ''] = /aria-label="VAT by rate as CSV"/.test(vat)
    ? /href="(\/admin\/figures\.csv[^"]*)"/.exec(vat)!
    : []
  const csv = Buffer.from(await (await owner.fetch(link.replaceAll('&amp;', '&'))).arrayBuffer()).toString(
    'utf8',
  )
  expect(csv).toMatch(/^\uFEFFRate,Sales,Of it delivery,VAT in sales,/)
  expect(csv).toMatch(/\r\n20%,\d+(\.\d+)?,/)

  const reversed = await page.press('Show days', { from: '2026-03-02', to: '2026-03-01' })
  expect(reversed.text).toContain('Choose two days, the first not after the second.')
  expect((await page.follow('This year')).html).toContain('aria-label="Sales by month"')
})
