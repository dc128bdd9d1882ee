import { expect, test } from 'vitest'
import { demonstrationIdentity } from '#shop/identity/shop-identity.ts'
import { readPdf } from '#tests/fixtures/files/read-pdf.ts'
import { printFigures } from './figures-pdf.server.ts'
import type { Figures } from './figures.ts'
import type { FiguresReport } from './figures.server.ts'

const figuresOf = (categories: readonly string[]): Figures => ({
  days: [],
  vat: [
    { vat_rate: 20, pence: 120, delivery_pence: 20, vat_pence: 20, refund_pence: 60, refund_vat_pence: 10 },
    { vat_rate: 0, pence: 12_345_678, delivery_pence: 0, vat_pence: 0, refund_pence: 0, refund_vat_pence: 0 },
  ],
  refunds: { methods: [{ method: 'bank-transfer', refunds: 1, pence: 60 }], cancelled_pence: 0 },
  door: [{ payment: null, orders: 1, pence: 100 }],
  product_count: 0,
  products: [],
  categories: categories.map((name) => ({
    name,
    quantity: 1,
    pence: 100,
    refunded_quantity: 0,
    refund_pence: 0,
  })),
  margins: {
    product_count: 1,
    products: [],
    categories: categories.map((name) => ({
      name,
      quantity: 3,
      costed_quantity: 1,
      costed_pence: 80,
      cost_pence: 50,
    })),
  },
})

const print = async (categories: readonly string[], identity = demonstrationIdentity) => {
  const figures = figuresOf(categories)
  const report: FiguresReport = { figures, before: figures }
  const pdf = await printFigures(report, {
    identity,
    period: {
      kind: 'month',
      first: '2026-10-01',
      last: '2026-10-31',
      firstBefore: '2026-09-01',
      lastBefore: '2026-09-30',
    },
    madeAt: new Date('2026-11-02T09:00:00Z'),
  })
  return readPdf(pdf)
}

test('FIGURES-17 the PDF prints every script of the catalogue, with its fonts embedded', async () => {
  const names = ['മസാലകൾ', 'ചക്ക വറുത്തത്', 'மசாலா', 'ಮಸಾಲೆ', 'मसाले', 'Żurek & Crème', 'Чай', '香料', 'توابل']
  const { text, fonts } = await print(names)
  const printed = new Set(text)
  for (const name of names)
    expect(
      [...name.replaceAll(/\s/g, '')].filter((character) => !printed.has(character)),
      name,
    ).toEqual([])
  expect(text).not.toContain('?')
  expect(fonts.length).toBeGreaterThan(5)
  expect(fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
})

test('FIGURES-17 headings are whole, nothing is left out, and no letter is smaller than 9 points', async () => {
  const categories = Array.from({ length: 60 }, (_, index) => `Category number ${index + 1}`)
  const { text, sizes, pages } = await print([...categories, 'W'.repeat(90)])
  const joined = text.replaceAll(/\s+/g, '')
  for (const label of [
    'VAT after refunds',
    'VAT in refunds',
    'Orders delivered',
    'Pieces refunded',
    'Pieces, cost not known',
    'Sold for, without VAT',
  ])
    expect(joined, label).toContain(label.replaceAll(' ', ''))
  for (const category of categories) expect(joined).toContain(category.replaceAll(' ', ''))
  expect(joined.match(/W/g)!.length).toBeGreaterThanOrEqual(180)
  expect(joined).toContain('£123,456.78')
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(9)
  expect(pages).toBeGreaterThan(1)
})
