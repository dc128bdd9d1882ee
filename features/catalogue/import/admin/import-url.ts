import type { ImportOutcome } from '#features/catalogue/import/planned-line.ts'
import { withQuery } from '#kit/admin/list/list-url.ts'

export const IMPORT_PATH = '/admin/products/import'

type ImportView = {
  show?: ImportOutcome | null
  page?: number
  notice?: 'products-imported' | 'categories-imported' | 'products-undone'
}

/** An import, with the lines to show. */
export const importPath = (id: string, { show, page = 1, notice }: ImportView = {}): string =>
  withQuery(IMPORT_PATH, { import: id, show, page: page > 1 ? String(page) : null, notice })

/** The name of a column's choice in the values of a refused form. */
export const choiceName = (index: number) => `field-${index}`
