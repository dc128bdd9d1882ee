import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addDays, londonDay } from '#shop/dates/dates.ts'
import { PermissionDenied, visitor, type Admin } from '#shop/permissions.ts'
import type { ModelBatch } from '#tests/fixtures/figures/batch-model.ts'
import { modelFigures, modelVat, type ModelOrder } from '#tests/fixtures/figures/figures-model.ts'
import { playRandomHistory } from '#tests/fixtures/figures/figures-history.ts'
import {
  createTestShop,
  insertAdmin,
  insertCustomer,
  insertOrder,
  insertProduct,
} from '#tests/fixtures/databases/test-records.ts'
import { inRaces } from '#tests/fixtures/databases/concurrent-connections.ts'
import { emptyTables } from '#tests/fixtures/databases/empty-tables.ts'
import { createTestDatabase, type TestDatabase } from '#tests/fixtures/databases/test-database.ts'
import { figuresCsv, ordersCsv } from './figures-csv.server.ts'
import { sumFigures, type Margin, type PeriodFigures, type ProductFigures } from './figures.ts'
import type { FiguresPeriod } from './figures-period.ts'
import { readFigures } from './figures.server.ts'

const FIRST_DAY = '2025-03-24'
/** Includes the change to summer time. */
const DAYS = 12
const SEEDS = [7, 17].slice(0, inRaces(1, 2))
const STEPS = 300

let database: TestDatabase
let admin: Admin

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyTables(database)
  admin = await insertAdmin(database, 'manager')
})

const shop = () => createTestShop(database)
const periodOf = (first: string, last: string): FiguresPeriod => ({
  kind: 'own',
  first,
  last,
  firstBefore: addDays(first, -3),
  lastBefore: addDays(first, -1),
})
const byKey = <Row extends object>(rows: readonly Row[], key: keyof Row) =>
  new Map(rows.map(({ [key]: value, ...rest }) => [value, rest]))

function expectPeriod(found: PeriodFigures, orders: readonly ModelOrder[], first: string, last: string) {
  const model = modelFigures(orders, first, last)
  expect(byKey(found.vat, 'vat_rate')).toEqual(model.vat)
  expect(byKey(found.door, 'payment')).toEqual(model.door)
  expect(byKey(found.refunds.methods, 'method')).toEqual(model.methods)
  expect(found.refunds.cancelled_pence).toBe(model.cancelled_pence)
  const days = found.days.filter(({ orders: placed, refund_pence }) => placed > 0 || refund_pence > 0)
  expect(byKey(days, 'day')).toEqual(model.days)
  return model
}

type ModelSold = ReturnType<typeof modelFigures>['products']

const expectSold = (rows: readonly ProductFigures[], model: ModelSold) =>
  expect(
    rows
      .map(({ name, quantity, pence, refunded_quantity, refund_pence }) => [
        name,
        { quantity, pence, refunded_quantity, refund_pence },
      ])
      .toSorted(),
  ).toEqual(
    [...model]
      .map(([name, { quantity, pence, refunded_quantity, refund_pence }]) => [
        name,
        { quantity, pence, refunded_quantity, refund_pence },
      ])
      .toSorted(),
  )

function expectMargins(rows: readonly Margin[], model: ModelSold) {
  const toEntry = ([name, margin]: [string, Omit<Margin, 'name'>]) => {
    const { quantity, costed_quantity, costed_pence, cost_pence } = margin
    return [name, quantity, costed_quantity, costed_pence, cost_pence] as const
  }
  const expected = [...model].map(toEntry)
  const isKnown = expected.some(([, , ...costs]) => costs.some((cost) => cost !== 0))
  const happened = (entries: (readonly [string, ...number[]])[]) =>
    entries.filter(([, ...numbers]) => numbers.some((number) => number !== 0)).toSorted()
  const found = rows.map((row) => toEntry([row.name, row]))
  // Without a known cost there are no margins.
  if (isKnown || found.length > 0) expect(happened(found)).toEqual(happened(expected))
}

async function expectFigures(orders: readonly ModelOrder[], first: string, last: string) {
  const period = periodOf(first, last)
  const { figures, before } = await readFigures(shop(), admin, period)
  const model = expectPeriod(figures, orders, first, last)
  expectPeriod(before, orders, period.firstBefore, period.lastBefore)
  expectSold(figures.products, model.products)
  expectSold(figures.categories, model.categories)
  expectMargins(figures.margins.products, model.products)
  expectMargins(figures.margins.categories, model.categories)
  // Each breakdown adds up to the sales.
  const sums = sumFigures(figures)
  const total = (rows: readonly { pence: number }[]) => rows.reduce((sum, { pence }) => sum + pence, 0)
  expect([
    total(figures.vat),
    total(figures.products) + sums.delivery,
    total(figures.categories) + sums.delivery,
  ]).toEqual([sums.sales, sums.sales, sums.sales])
  expect(figures.vat.reduce((sum, { refund_pence }) => sum + refund_pence, 0)).toBe(sums.refundsOfSales)
}

async function readCsv(lines: AsyncGenerator<string>): Promise<string[][]> {
  let text = ''
  for await (const part of lines) text += part
  const rows = text.trimEnd().split('\r\n')
  return rows.map((row) => row.split(','))
}

/** Checks that the difficult cases of costs have occurred. */
function expectAllCases(orders: readonly ModelOrder[]) {
  const refundedLines = orders
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((order) =>
      order.refunds.flatMap(({ lines }) =>
        lines.map(({ index, ...line }) => ({ ...line, pieces: order.lines[index]!.pieces })),
      ),
    )
  const isMixed = ({ pieces }: { pieces: readonly ModelBatch[] }) =>
    new Set(pieces.map(({ cost }) => cost !== null)).size === 2
  const isCosted = ({ pieces }: { pieces: readonly ModelBatch[] }) => pieces.some(({ cost }) => cost !== null)
  const cases = {
    isCancelled: orders.some(({ isCancelled, refunds }) => isCancelled && refunds.length > 0),
    isRefundedInSteps: orders.some(({ refunds }) => refunds.length > 1),
    isCancelledWithCost: orders.some(({ isCancelled, lines }) => isCancelled && lines.some(isCosted)),
    isExchangedWithCost: orders.some(
      ({ isExchanged, isCancelled, lines }) => isExchanged && !isCancelled && lines.some(isCosted),
    ),
    isMixed: orders.some(({ lines }) => lines.some(isMixed)),
    isGivenBack: refundedLines.some(({ returned }) => isCosted({ pieces: returned })),
    isRefundedOnly: refundedLines.some((line) => isMixed(line) && line.returned.length === 0),
  }
  expect(Object.entries(cases).filter(([, happened]) => !happened)).toEqual([])
}

describe('FIGURES-3 FIGURES-4 FIGURES-14 Random histories', () => {
  test.each(SEEDS)(
    'FIGURES-1 FIGURES-7 FIGURES-8 every sum is that of the orders, to the penny (seed %i)',
    async (seed) => {
      const last = addDays(FIRST_DAY, DAYS - 1)
      const options = { admin, seed, steps: STEPS, firstDay: FIRST_DAY, days: DAYS }
      const orders = await playRandomHistory(database, options, (soFar) =>
        expectFigures(soFar, FIRST_DAY, last),
      )
      expectAllCases(orders)
      for (const [from, to] of [
        [0, DAYS - 1],
        [4, 4],
        [3, 7],
      ] as const)
        await expectFigures(orders, addDays(FIRST_DAY, from), addDays(FIRST_DAY, to))

      const [heading, ...rows] = await readCsv(ordersCsv(shop(), admin, periodOf(FIRST_DAY, last)))
      expect(rows).toHaveLength(
        orders.filter(({ placedAt }) => londonDay(placedAt) >= FIRST_DAY && londonDay(placedAt) <= last)
          .length,
      )
      const { figures } = await readFigures(shop(), admin, periodOf(FIRST_DAY, last))
      const sumOf = (column: string) =>
        rows
          .filter((row) => row[3] !== 'Cancelled')
          .reduce((sum, row) => sum + Math.round(Number(row[heading!.indexOf(column)]) * 100), 0)
      const rate = (wanted: number | null) =>
        figures.vat.find(({ vat_rate }) => vat_rate === wanted)?.pence ?? 0
      expect(
        ['Total', 'Of it delivery', 'VAT', 'At 20% VAT', 'At 0% VAT', 'VAT rate not set'].map(sumOf),
      ).toEqual([
        sumFigures(figures).sales,
        sumFigures(figures).delivery,
        sumFigures(figures).vat,
        rate(20),
        rate(0),
        rate(null),
      ])
      // Makes the figures come from the orders.
      await database.query('delete from daily_sales')
      await database.query('revoke execute on function cache_daily_sales from ninth_bend_admin')
      onTestFinished(async () => {
        await database.query('grant execute on function cache_daily_sales to ninth_bend_admin')
      })
      await expectFigures(orders, FIRST_DAY, last)
    },
    60_000,
  )
})

describe('FIGURES-6 VAT', () => {
  test('FIGURES-6 is rounded to the penny, half a penny up, in the database and in the model', async () => {
    for (const [pence, rate, vat] of [
      [2, 20, 0],
      [3, 20, 1],
      [8, 20, 1],
      [9, 20, 2],
      [120, 20, 20],
      [1249, 20, 208],
      [1249, 0, 0],
      [1249, null, 0],
      [-3, 20, -1],
    ] as const) {
      const [row] = await database.query<{ vat: number }>(
        'select vat_included($1::numeric / 100, $2) * 100 as vat',
        [pence, rate],
      )
      expect([row!.vat, modelVat(pence, rate)], `${pence} at ${rate}`).toEqual([vat, vat])
    }
  })

  test('FIGURES-5 an order keeps the rate of its day', async () => {
    const sweets = await insertProduct(database, { name: 'Halwa', price: 1.2, stock: 50 })
    const today = londonDay(new Date())
    const vatNow = async () =>
      (await readFigures(shop(), admin, periodOf(today, today))).figures.vat.map(
        ({ vat_rate, pence, vat_pence }) => [vat_rate, pence, vat_pence],
      )
    await insertOrder(database, { lines: [{ product: sweets, quantity: 1 }] })
    await database.query('update products set vat_rate = 20 where id = $1', [sweets.id])
    expect(await vatNow()).toEqual([[null, 120, 0]])
    await insertOrder(database, { lines: [{ product: sweets, quantity: 2 }] })
    await database.query('update products set vat_rate = 0 where id = $1', [sweets.id])
    expect(await vatNow()).toEqual([
      [20, 240, 40],
      [null, 120, 0],
    ])
  })
})

describe('FIGURES-11 Files', () => {
  test('FIGURES-11 a table is the page’s, with all products and no formula', async () => {
    const names = ['=HYPERLINK("http://x")', ...Array.from({ length: 60 }, (_, index) => `Jar ${index}`)]
    const products = await Promise.all(
      names.map((name) => insertProduct(database, { name, price: 1, stock: 9 })),
    )
    await insertOrder(database, { lines: products.map((product) => ({ product, quantity: 1 })).slice(0, 31) })
    await insertOrder(database, { lines: products.map((product) => ({ product, quantity: 1 })).slice(31) })
    const today = londonDay(new Date())
    const { figures } = await readFigures(shop(), admin, periodOf(today, today))
    expect([figures.products.length, figures.product_count]).toEqual([50, 61])
    const rows = await readCsv(figuresCsv(shop(), admin, periodOf(today, today), 'products'))
    expect([rows.length, rows.at(-1)!.slice(0, 5)]).toEqual([63, ['Sum', '', '', '61', '61']])
    expect(rows.some(([name]) => name!.startsWith('"\'=HYPERLINK'))).toBe(true)
  })

  test('FIGURES-11 orders are read only as far as they are taken', async () => {
    const product = await insertProduct(database, { price: 1, stock: 9 })
    await insertOrder(database, { lines: [{ product, quantity: 1 }] })
    let reads = 0
    const counted = createTestShop(database)
    const db = {
      ...counted.db,
      queryAs: ((...call: Parameters<typeof counted.db.queryAs>) => {
        reads += 1
        return counted.db.queryAs(...call)
      }) as typeof counted.db.queryAs,
    }
    const today = londonDay(new Date())
    const lines = ordersCsv({ ...counted, db }, admin, periodOf(today, today))
    await lines.next()
    expect(reads).toBe(0)
    expect((await lines.next()).value).toContain('Pending')
    expect([reads, (await lines.next()).done]).toEqual([1, true])
  })
})

describe('FIGURES-13 Access to figures', () => {
  test('is for owners and managers, in code and in the database', async () => {
    const today = londonDay(new Date())
    const packer = await insertAdmin(database, 'packer')
    const customer = await insertCustomer(database)
    for (const actor of [visitor, customer, packer]) {
      await expect(readFigures(shop(), actor, periodOf(today, today))).rejects.toThrow(PermissionDenied)
      await expect(ordersCsv(shop(), actor, periodOf(today, today)).next()).rejects.toThrow(PermissionDenied)
      await expect(figuresCsv(shop(), actor, periodOf(today, today), 'vat').next()).rejects.toThrow(
        PermissionDenied,
      )
    }
    const asManager = { ...packer, role: 'manager' } as Admin
    await expect(readFigures(shop(), asManager, periodOf(today, today))).rejects.toThrow('refused figures')
    expect(await readCsv(ordersCsv(shop(), asManager, periodOf(today, today)))).toHaveLength(1)
  })
})
