import { formatDay } from '#shop/dates/dates.ts'
import { formatPounds, fromPence } from '#shop/money/money.ts'
import { formatCount } from '#shop/text/format-count.ts'
import { sumAllMargins, type Figures, type Margin, type ProductFigures } from './figures.ts'
import { figuresMessages } from './figures-messages.ts'

/** Money is in pence, a day as '2026-03-31', a percentage as 12.5. A null cell is empty. */
export type FigureColumn = { label: string; kind: 'text' | 'day' | 'count' | 'money' | 'percent' }
export type FigureCell = string | number | null
export type FigureTable = {
  id: FigureTableId
  title: string
  columns: readonly FigureColumn[]
  rows: readonly (readonly FigureCell[])[]
  /** The last line; absent if the rows are not complete. */
  sum?: readonly FigureCell[]
}

export const FIGURE_TABLE_IDS = [
  'vat',
  'payments',
  'refunds',
  'categories',
  'category-margins',
  'products',
  'product-margins',
  'days',
] as const
export type FigureTableId = (typeof FIGURE_TABLE_IDS)[number]

const text = (label: string): FigureColumn => ({ label, kind: 'text' })
const count = (label: string): FigureColumn => ({ label, kind: 'count' })
const money = (label: string): FigureColumn => ({ label, kind: 'money' })

/** Column sums under a first cell 'Sum'; text columns have none. */
const withSum = (table: Omit<FigureTable, 'sum'>): FigureTable => ({
  ...table,
  sum: table.columns.map(({ kind }, index) =>
    index === 0
      ? 'Sum'
      : kind === 'text' || kind === 'day'
        ? null
        : table.rows.reduce((sum, row) => sum + Number(row[index] ?? 0), 0),
  ),
})

const sold = ({ quantity, pence, refunded_quantity, refund_pence }: ProductFigures) => [
  quantity,
  pence,
  refunded_quantity,
  refund_pence,
]
const SOLD_COLUMNS = [count('Pieces'), money('Sales'), count('Pieces refunded'), money('Refunded')]

const MARGIN_COLUMNS = [
  count('Pieces, cost known'),
  money('Sold for, without VAT'),
  money('Cost'),
  money('Margin'),
  { label: 'Margin %', kind: 'percent' },
  count('Pieces, cost not known'),
] as const satisfies readonly FigureColumn[]

/** Blank if nothing is known, because an unknown cost is not zero. */
function marginCells({ quantity, costed_quantity, costed_pence, cost_pence }: Margin): FigureCell[] {
  const margin = costed_pence - cost_pence
  const isKnown = costed_quantity > 0 || costed_pence !== 0 || cost_pence !== 0
  const percentage = costed_pence > 0 ? Math.round((margin / costed_pence) * 1000) / 10 : null
  return [
    costed_quantity,
    ...(isKnown ? [costed_pence, cost_pence, margin, percentage] : [null, null, null, null]),
    quantity - costed_quantity,
  ]
}

const BUILDERS: Record<FigureTableId, (figures: Figures) => FigureTable> = {
  vat: ({ vat }) =>
    withSum({
      id: 'vat',
      title: figuresMessages.vatTitle,
      columns: [
        text('Rate'),
        money('Sales'),
        money('Of it delivery'),
        money('VAT in sales'),
        money('Refunds'),
        money('VAT in refunds'),
        money('VAT after refunds'),
      ],
      rows: vat.map((row) => [
        figuresMessages.vatRate(row.vat_rate),
        row.pence,
        row.delivery_pence,
        row.vat_pence,
        row.refund_pence,
        row.refund_vat_pence,
        row.vat_pence - row.refund_vat_pence,
      ]),
    }),
  payments: ({ door }) =>
    withSum({
      id: 'payments',
      title: figuresMessages.doorTitle,
      columns: [text('Payment'), count('Orders delivered'), money('Amount')],
      rows: door.map(({ payment, orders, pence }) => [figuresMessages.payment(payment), orders, pence]),
    }),
  refunds: ({ refunds }) =>
    withSum({
      id: 'refunds',
      title: figuresMessages.methodsTitle,
      columns: [text('Method'), count('Refunds'), money('Amount')],
      rows: refunds.methods.map((row) => [figuresMessages.method(row.method), row.refunds, row.pence]),
    }),
  categories: ({ categories }) =>
    withSum({
      id: 'categories',
      title: figuresMessages.categoriesTitle,
      columns: [text('Category'), ...SOLD_COLUMNS],
      rows: categories.map((row) => [row.name, ...sold(row)]),
    }),
  'category-margins': (figures) => ({
    id: 'category-margins',
    title: figuresMessages.categoryMarginsTitle,
    columns: [text('Category'), ...MARGIN_COLUMNS],
    rows: figures.margins.categories.map((row) => [row.name, ...marginCells(row)]),
    sum: ['Sum', ...marginCells(sumAllMargins(figures))],
  }),
  'product-margins': (figures) => {
    const { products, product_count } = figures.margins
    const table = {
      id: 'product-margins',
      title: figuresMessages.productMarginsTitle,
      columns: [text('Product'), text('Category'), ...MARGIN_COLUMNS],
      rows: products.map((row) => [row.name, row.category, ...marginCells(row)]),
    } as const satisfies FigureTable
    return products.length === product_count
      ? { ...table, sum: ['Sum', null, ...marginCells(sumAllMargins(figures))] }
      : table
  },
  products: ({ products, product_count }) => {
    const table = {
      id: 'products',
      title: figuresMessages.productsTitle,
      columns: [text('Product'), text('Category'), text('VAT rate now'), ...SOLD_COLUMNS],
      rows: products.map((row) => [
        row.name,
        row.category,
        figuresMessages.vatRate(row.vat_rate),
        ...sold(row),
      ]),
    } as const satisfies FigureTable
    return products.length === product_count ? withSum(table) : table
  },
  days: ({ days }) =>
    withSum({
      id: 'days',
      title: figuresMessages.daysTitle,
      columns: [
        { label: 'Day', kind: 'day' },
        count('Orders'),
        money('Sales'),
        money('Of it delivery'),
        money('Refunds'),
      ],
      rows: days.map((row) => [row.day, row.orders, row.pence, row.delivery_pence, row.refund_pence]),
    }),
}

export const buildFigureTable = (id: FigureTableId, figures: Figures): FigureTable => BUILDERS[id](figures)

/** What an owner must know to read the margins. */
export function marginNotes(figures: Figures): string[] {
  const { quantity, costed_quantity } = sumAllMargins(figures)
  const notKnown =
    costed_quantity < quantity ? [figuresMessages.costNotKnown(quantity - costed_quantity, quantity)] : []
  if (figures.margins.product_count === 0) return notKnown
  return [
    ...notKnown,
    figuresMessages.howMargins,
    ...(soldWithoutRate(figures) > 0 ? [figuresMessages.marginsWithoutRate] : []),
  ]
}

/** Sales without a VAT rate, in pence. */
export const soldWithoutRate = ({ vat }: Figures): number =>
  vat.find(({ vat_rate }) => vat_rate === null)?.pence ?? 0

export function formatFigureCell({ kind }: FigureColumn, cell: FigureCell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return kind === 'day' && /^\d/.test(cell) ? formatDay(cell) : cell
  if (kind === 'percent') return `${cell.toFixed(1)}%`
  return kind === 'money' ? formatPounds(fromPence(cell)) : formatCount(cell)
}
