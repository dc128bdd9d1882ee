export const RECALLS_PATH = '/admin/recalls'

export const recallPath = (id: string, notice?: 'started'): string =>
  `${RECALLS_PATH}?${new URLSearchParams({ recall: id, ...(notice && { notice: `recall-${notice}` }) })}`
export const recallExportPath = (id: string): string => `${RECALLS_PATH}/${id}/orders.csv`

/** The page with a product's batches. */
export const recallProductPath = (productId: string): string =>
  `${RECALLS_PATH}?${new URLSearchParams({ product: productId })}`

/** The page with the products found by a search. */
export const recallSearchPath = (search: string): string =>
  `${RECALLS_PATH}?${new URLSearchParams({ search })}`
