import { formatLondonDateTime } from '#shop/dates/dates.ts'
import { formatPounds, fromPence } from '#shop/money/money.ts'
import { requirePermission, type Actor } from '#shop/permissions.ts'
import type { ShopDependencies } from '#shop/shop-dependencies.server.ts'
import {
  buildFigureTable,
  formatFigureCell,
  marginNotes,
  soldWithoutRate,
  type FigureTable,
  type FigureTableId,
} from './figure-tables.ts'
import { sumFigures, type FiguresSums } from './figures.ts'
import { figuresMessages } from './figures-messages.ts'
import { describeDays, describeMonth, monthOfPeriod, type FiguresPeriod } from './figures-period.ts'
import { readFigures, type FiguresReport } from './figures.server.ts'

type Pdf = PDFKit.PDFDocument

const MARGIN = 42
const GAP = 20
/** The page has room for so many categories; the last line then sums up the others. */
const MAX_ROWS = 12
const MAX_ROWS_WITH_MARGINS = 7
const MANY_COLUMNS = 5
const ROW_HEIGHT = 12.5
const FONT = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const
const COLOUR = { text: '#16261e', muted: '#55645a', line: '#c9d2c9' } as const
/** The fonts of every PDF reader have the letters of this encoding alone. */
const NOT_IN_FONT = /[^\u0020-\u007E\u00A0-\u00FF\u2013\u2014\u2018\u2019\u201C\u201D\u2022\u2026\u20AC]/gu

const printable = (text: string): string => text.normalize('NFC').replace(NOT_IN_FONT, '?')

/** One page of A4 for the accountant. The library is loaded only when somebody asks for it. */
export async function figuresPdf(
  shop: ShopDependencies,
  admin: Actor,
  period: FiguresPeriod,
): Promise<Uint8Array<ArrayBuffer>> {
  requirePermission(admin, 'figures.read')
  const report = await readFigures(shop, admin, period)
  const { default: PdfDocument } = await import('pdfkit')
  const { name, company, address, registration } = shop.identity
  const title = `${figuresMessages.title} of ${periodName(period)}`
  const pdf = new PdfDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title, Author: printable(company) },
    lang: 'en-GB',
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  writeText(pdf, `${name}: ${title}`, { size: 16, isBold: true })
  writeText(pdf, [company, ...address, ...registration].join(', '), { size: 8, isMuted: true })
  writeText(
    pdf,
    `${describeDays(period.first, period.last)}. Made on ${formatLondonDateTime(shop.clock())}.`,
    { size: 8, isMuted: true },
  )
  writeSums(pdf, report)
  const table = (id: FigureTableId) => buildFigureTable(id, report.figures)
  const margins = table('category-margins')
  const hasMargins = margins.rows.length > 0
  writeTable(pdf, table('vat'))
  writeSideBySide(pdf, table('payments'), table('refunds'))
  const maxRows = hasMargins ? MAX_ROWS_WITH_MARGINS : MAX_ROWS
  writeTable(pdf, shorten(table('categories'), maxRows))
  if (hasMargins) writeTable(pdf, shorten(margins, maxRows))
  writeNotes(pdf, report, sumFigures(report.figures))
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

function periodName(period: FiguresPeriod): string {
  const month = monthOfPeriod(period)
  return month ? describeMonth(month) : describeDays(period.first, period.last)
}

type TextStyle = { size: number; isBold?: boolean; isMuted?: boolean; left?: number }

function writeText(
  pdf: Pdf,
  text: string,
  { size, isBold = false, isMuted = false, left = MARGIN }: TextStyle,
): void {
  pdf
    .font(isBold ? FONT.bold : FONT.plain)
    .fontSize(size)
    .fillColor(isMuted ? COLOUR.muted : COLOUR.text)
    .text(printable(text), left, pdf.y, { width: pdf.page.width - MARGIN - left })
}

function writeSums(pdf: Pdf, { figures, before }: FiguresReport): void {
  const [now, earlier] = [sumFigures(figures), sumFigures(before)]
  const pounds = (pence: number) => formatPounds(fromPence(pence))
  const entries: [label: string, value: (sums: FiguresSums) => string][] = [
    ['Orders', ({ orders }) => String(orders)],
    ['Sales', ({ sales }) => pounds(sales)],
    ['Of it delivery', ({ delivery }) => pounds(delivery)],
    ['Refunds', ({ refunds }) => pounds(refunds)],
    ['Sales after refunds', ({ net }) => pounds(net)],
    ['VAT after refunds', ({ netVat }) => pounds(netVat)],
  ]
  writeTable(pdf, {
    title: 'The period, and the one before',
    columns: [
      { label: 'Figure', kind: 'text' },
      { label: 'This period', kind: 'money' },
      { label: 'Before', kind: 'money' },
    ],
    rows: entries.map(([label, value]) => [label, value(now), value(earlier)]),
  })
}

type PrintedTable = Pick<FigureTable, 'title' | 'columns' | 'rows' | 'sum'>

function shorten(table: PrintedTable, maxRows: number): PrintedTable {
  if (table.rows.length <= maxRows) return table
  const others = table.rows.slice(maxRows - 1)
  const rest = table.columns.map(({ kind }, index) =>
    kind === 'text' || kind === 'percent' || others.every((row) => row[index] === null)
      ? null
      : others.reduce((sum, row) => sum + Number(row[index] ?? 0), 0),
  )
  return {
    ...table,
    rows: [...table.rows.slice(0, maxRows - 1), [`${others.length} others`, ...rest.slice(1)]],
  }
}

function writeSideBySide(pdf: Pdf, one: PrintedTable, other: PrintedTable): void {
  const top = pdf.y
  const width = pdf.page.width / 2 - MARGIN - GAP / 2
  writeTable(pdf, one, { left: MARGIN, width })
  const bottom = pdf.y
  pdf.y = top
  writeTable(pdf, other, { left: MARGIN + width + GAP, width })
  pdf.y = Math.max(bottom, pdf.y)
}

function writeTable(
  pdf: Pdf,
  { title, columns, rows, sum }: PrintedTable,
  { left: start, width } = { left: MARGIN, width: pdf.page.width - 2 * MARGIN },
): void {
  pdf.y += 9
  writeText(pdf, title, { size: 10, isBold: true, left: start })
  pdf.y += 2
  const firstWidth = width * (columns.length > MANY_COLUMNS ? 0.16 : 0.28)
  const otherWidth = (width - firstWidth) / (columns.length - 1)
  const line = (cells: readonly string[], isBold: boolean) => {
    const top = pdf.y
    pdf
      .font(isBold ? FONT.bold : FONT.plain)
      .fontSize(8)
      .fillColor(COLOUR.text)
    for (const [index, cell] of cells.entries()) {
      const left = index === 0 ? start : start + firstWidth + (index - 1) * otherWidth
      pdf.text(printable(cell), left, top, {
        width: index === 0 ? firstWidth : otherWidth,
        align: index === 0 ? 'left' : 'right',
        height: ROW_HEIGHT,
        ellipsis: true,
        lineBreak: false,
      })
    }
    pdf.y = top + ROW_HEIGHT
    pdf
      .moveTo(start, pdf.y - 3)
      .lineTo(start + width, pdf.y - 3)
      .lineWidth(0.4)
      .strokeColor(COLOUR.line)
      .stroke()
  }
  const texts = (row: FigureTable['rows'][number]) =>
    row.map((cell, index) => formatFigureCell(columns[index]!, cell))
  line(
    columns.map(({ label }) => label),
    true,
  )
  for (const row of rows) line(texts(row), false)
  if (sum && rows.length > 1) line(texts(sum), true)
}

function writeNotes(pdf: Pdf, { figures }: FiguresReport, { refunds, refundsOfSales }: FiguresSums): void {
  const notSet = soldWithoutRate(figures)
  const notes = [
    figuresMessages.howCounted,
    notSet > 0 && figuresMessages.vatNotSet(formatPounds(fromPence(notSet))),
    refunds > refundsOfSales &&
      figuresMessages.cancelledRefunds(formatPounds(fromPence(refunds - refundsOfSales))),
    ...marginNotes(figures),
    figuresMessages.vatRounding,
    figuresMessages.vatNote,
  ].filter((note) => note !== false)
  pdf.y += 10
  for (const note of notes) writeText(pdf, note, { size: 7.5, isMuted: true })
}
