import type { FigureTableId } from './figure-tables.ts'
import { figuresPeriodQuery, type FiguresPeriod } from './figures-period.ts'

export const FIGURES_PATH = '/admin/figures'
export const FIGURES_CSV_PATH = '/admin/figures.csv'
export const FIGURES_PDF_PATH = '/admin/figures.pdf'

/** `period` is a preset, or a month such as '2026-03'. */
export const figuresPath = (period: string): string => `${FIGURES_PATH}?period=${period}`

export const figuresCsvPath = (period: FiguresPeriod, table: FigureTableId | 'orders'): string =>
  `${FIGURES_CSV_PATH}?table=${table}&${figuresPeriodQuery(period)}`

export const figuresPdfPath = (period: FiguresPeriod): string =>
  `${FIGURES_PDF_PATH}?${figuresPeriodQuery(period)}`
