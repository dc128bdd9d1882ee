import { formatLondonDateTime } from '#shop/dates/dates.ts'
import type { ShopIdentity } from '#shop/identity/shop-identity.ts'
import { formatPounds, fromPence } from '#shop/money/money.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import { loadPdfFonts } from '#platform/pdf/pdf-fonts.server.ts'
import { PdfPages, type PdfTable } from '#platform/pdf/pdf-page.server.ts'
import type { ShopDependencies } from '#features/shop-dependencies.server.ts'
import {
  buildFigureTable,
  formatFigureCell,
  marginNotes,
  soldWithoutRate,
  type FigureTableId,
} from './figure-tables.ts'
import { sumFigures, type FiguresSums } from './figures.ts'
import { figuresMessages } from './figures-messages.ts'
import { describeDays, describeMonth, monthOfPeriod, type FiguresPeriod } from './figures-period.ts'
import { readFigures, type FiguresReport } from './figures.server.ts'

const MARGIN = 42
const GAP = 20
const TITLE = { size: 16, isBold: true } as const
const NOTE = { size: 9, isMuted: true } as const

/** The PDF of a month that the owner sends to the accountant. */
export async function figuresPdf(
  shop: ShopDependencies,
  admin: Actor,
  period: FiguresPeriod,
): Promise<Uint8Array<ArrayBuffer>> {
  requirePermission(admin, 'figures.read')
  const report = await readFigures(shop, admin, period)
  return printFigures(report, { identity: shop.identity, period, madeAt: shop.clock() })
}

type Made = { identity: ShopIdentity; period: FiguresPeriod; madeAt: Date }

/** Prints on A4. The library and the fonts are loaded on demand. */
export async function printFigures(
  report: FiguresReport,
  { identity: { name, company, address, registration }, period, madeAt }: Made,
): Promise<Uint8Array<ArrayBuffer>> {
  const title = `${figuresMessages.title} of ${periodName(period)}`
  const trader = [company, ...address, ...registration].join(', ')
  const names = report.figures.categories.map((category) => category.name)
  const [{ default: PdfDocument }, fonts] = await Promise.all([
    import('pdfkit'),
    loadPdfFonts([name, trader, ...names, ...report.figures.margins.categories.map((row) => row.name)]),
  ])
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    // Without this, the document starts with a font that is not embedded.
    font: fonts[0]!.plain as unknown as string,
    info: { Title: title, Author: company },
    lang: 'en-GB',
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  const pages = new PdfPages(pdf, fonts)
  pages.write(`${name}: ${title}`, TITLE)
  pages.write(trader, NOTE)
  pages.write(`${describeDays(period.first, period.last)}. Made on ${formatLondonDateTime(madeAt)}.`, NOTE)
  const table = (id: FigureTableId) => printedTable(id, report)
  const margins = table('category-margins')
  const space = () => pages.space(GAP / 2)
  space()
  pages.table(sumsTable(report))
  space()
  pages.table(table('vat'))
  space()
  pages.tablesSideBySide(table('payments'), table('refunds'), GAP)
  space()
  pages.table(table('categories'))
  if (margins.rows.length > 0) {
    space()
    pages.table(margins)
  }
  space()
  for (const note of notesOf(report, sumFigures(report.figures))) pages.write(note, NOTE)
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

function periodName(period: FiguresPeriod): string {
  const month = monthOfPeriod(period)
  return month ? describeMonth(month) : describeDays(period.first, period.last)
}

function printedTable(id: FigureTableId, { figures }: FiguresReport): PdfTable {
  const { title, columns, rows, sum } = buildFigureTable(id, figures)
  const print = (row: (typeof rows)[number]) =>
    row.map((cell, index) => formatFigureCell(columns[index]!, cell))
  return {
    title,
    columns: columns.map(({ label }) => label),
    rows: rows.map(print),
    ...(sum && rows.length > 1 && { sum: print(sum) }),
  }
}

function sumsTable({ figures, before }: FiguresReport): PdfTable {
  const [now, earlier] = [sumFigures(figures), sumFigures(before)]
  const pounds = (pence: number) => formatPounds(fromPence(pence))
  const entries: [label: string, value: (sums: FiguresSums) => string][] = [
    ['Orders', ({ orders }) => String(orders)],
    ['Sales', ({ sales }) => pounds(sales)],
    ['Including delivery', ({ delivery }) => pounds(delivery)],
    ['Refunds', ({ refunds }) => pounds(refunds)],
    ['Sales after refunds', ({ net }) => pounds(net)],
    ['VAT after refunds', ({ netVat }) => pounds(netVat)],
  ]
  return {
    title: 'This period and the one before',
    columns: ['Figure', 'This period', 'Before'],
    rows: entries.map(([label, value]) => [label, value(now), value(earlier)]),
  }
}

function notesOf({ figures }: FiguresReport, { refunds, refundsOfSales }: FiguresSums): string[] {
  const notSet = soldWithoutRate(figures)
  return [
    figuresMessages.howCounted,
    notSet > 0 && figuresMessages.vatNotSet(formatPounds(fromPence(notSet))),
    refunds > refundsOfSales &&
      figuresMessages.cancelledRefunds(formatPounds(fromPence(refunds - refundsOfSales))),
    ...marginNotes(figures),
    figuresMessages.vatRounding,
    figuresMessages.vatNote,
  ].filter((note) => note !== false)
}
