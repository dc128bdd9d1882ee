import { describe, expect, test } from 'vitest'
import { addDays } from '#shop/dates/dates.ts'
import {
  buildFigureTable,
  type FIGURE_TABLE_IDS,
  formatFigureCell,
  marginNotes,
  soldWithoutRate,
} from './figure-tables.ts'
import { figuresBars, sumFigures, type Figures, type FiguresDay, type Margin } from './figures.ts'

const daysFrom = (first: string, count: number): FiguresDay[] =>
  Array.from({ length: count }, (_, index) => ({
    day: addDays(first, index),
    orders: 1,
    pence: 100,
    delivery_pence: 10,
    refund_pence: 0,
  }))

const SWEETS: Margin = { name: 'Sweets', quantity: 3, costed_quantity: 1, costed_pence: 80, cost_pence: 50 }
const SPICES: Margin = { name: 'Spices', quantity: 2, costed_quantity: 0, costed_pence: 0, cost_pence: 0 }
const FIGURES: Figures = {
  days: daysFrom('2026-03-01', 2),
  vat: [
    { vat_rate: 20, pence: 120, delivery_pence: 20, vat_pence: 20, refund_pence: 60, refund_vat_pence: 10 },
    { vat_rate: null, pence: 80, delivery_pence: 0, vat_pence: 0, refund_pence: 0, refund_vat_pence: 0 },
  ],
  refunds: {
    methods: [
      { method: 'card', refunds: 1, pence: 60 },
      { method: 'cash', refunds: 1, pence: 40 },
    ],
    cancelled_pence: 40,
  },
  door: [{ payment: null, orders: 1, pence: 100 }],
  product_count: 2,
  products: [
    {
      product_id: 'a',
      name: 'Halwa',
      category: 'Sweets',
      vat_rate: 20,
      quantity: 1,
      pence: 100,
      refunded_quantity: 1,
      refund_pence: 60,
    },
  ],
  categories: [{ name: 'Sweets', quantity: 1, pence: 100, refunded_quantity: 1, refund_pence: 60 }],
  margins: {
    product_count: 2,
    products: [{ product_id: 'a', category: 'Sweets', ...SWEETS, name: 'Halwa' }],
    categories: [SWEETS, SPICES],
  },
}

describe('FIGURES-9 The drawing', () => {
  test('has a bar for each day, or for each month of more than 92 days', () => {
    expect(figuresBars(daysFrom('2026-01-01', 92))).toHaveLength(92)
    expect(figuresBars(daysFrom('2026-01-30', 93))).toEqual([
      { key: '2026-01', orders: 2, pence: 200 },
      { key: '2026-02', orders: 28, pence: 2800 },
      { key: '2026-03', orders: 31, pence: 3100 },
      { key: '2026-04', orders: 30, pence: 3000 },
      { key: '2026-05', orders: 2, pence: 200 },
    ])
  })
})

describe('FIGURES-4 Sums', () => {
  test('take only the refunds of orders that are in the sales', () => {
    expect(sumFigures(FIGURES)).toEqual({
      orders: 2,
      sales: 200,
      delivery: 20,
      refunds: 100,
      refundsOfSales: 60,
      net: 140,
      vat: 20,
      refundVat: 10,
      netVat: 10,
    })
    expect(soldWithoutRate(FIGURES)).toBe(80)
  })
})

describe('FIGURES-9 Tables', () => {
  const texts = (id: (typeof FIGURE_TABLE_IDS)[number]) => {
    const { columns, rows, sum } = buildFigureTable(id, FIGURES)
    return [...rows, ...(sum ? [sum] : [])].map((row) =>
      row.map((cell, index) => formatFigureCell(columns[index]!, cell)),
    )
  }

  test('have the figures as people read them, with a sum where all rows are there', () => {
    expect(texts('vat')).toEqual([
      ['20%', '£1.20', '£0.20', '£0.20', '£0.60', '£0.10', '£0.10'],
      ['Not set', '£0.80', '£0.00', '£0.00', '£0.00', '£0.00', '£0.00'],
      ['Sum', '£2.00', '£0.20', '£0.20', '£0.60', '£0.10', '£0.10'],
    ])
    expect(texts('payments')).toEqual([
      ['Not recorded yet', '1', '£1.00'],
      ['Sum', '1', '£1.00'],
    ])
    expect(texts('products')).toEqual([['Halwa', 'Sweets', '20%', '1', '£1.00', '1', '£0.60']])
    expect(texts('days').at(-1)).toEqual(['Sum', '2', '£2.00', '£0.20', '£0.00'])
    expect(texts('days')[0]![0]).toBe('1 March 2026')
  })

  test('FIGURES-15 margins are blank where no cost is known, and say for how many pieces', () => {
    expect(texts('category-margins')).toEqual([
      ['Sweets', '1', '£0.80', '£0.50', '£0.30', '37.5%', '2'],
      ['Spices', '0', '', '', '', '', '2'],
      ['Sum', '1', '£0.80', '£0.50', '£0.30', '37.5%', '4'],
    ])
    expect(texts('product-margins')).toEqual([
      ['Halwa', 'Sweets', '1', '£0.80', '£0.50', '£0.30', '37.5%', '2'],
    ])
    expect(marginNotes(FIGURES)).toEqual([
      expect.stringContaining('leave out 4 of 5 pieces'),
      expect.stringContaining('less their cost'),
      expect.stringContaining('without a VAT rate'),
    ])
    const loss = { ...SWEETS, costed_pence: -10 }
    const lossOnly = { ...FIGURES, margins: { product_count: 1, products: [], categories: [loss] } }
    expect(buildFigureTable('category-margins', lossOnly).sum).toEqual(['Sum', 1, -10, 50, -60, null, 2])
    const unknown = { ...FIGURES, margins: { product_count: 0, products: [], categories: [] } }
    expect(buildFigureTable('category-margins', unknown)).toMatchObject({
      rows: [],
      sum: ['Sum', 0, null, null, null, null, 1],
    })
    expect(marginNotes(unknown)).toEqual([expect.stringContaining('leave out 1 of 1 pieces')])
  })
})
