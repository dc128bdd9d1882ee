export const RECALLS_PATH = '/admin/recalls'

export const recallPath = (id: string, notice?: 'started'): string =>
  `${RECALLS_PATH}?${new URLSearchParams({ recall: id, ...(notice && { notice: `recall-${notice}` }) })}`
export const recallExportPath = (id: string): string => `${RECALLS_PATH}/${id}/orders.csv`

/** The page with the batches of a product. */
export const recallProductPath = (productId: string): string =>
  `${RECALLS_PATH}?${new URLSearchParams({ product: productId })}`

/** The page with the products that a search finds. */
export const recallSearchPath = (search: string): string =>
  `${RECALLS_PATH}?${new URLSearchParams({ search })}`
