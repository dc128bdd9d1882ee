export const STOCK_TAKES_PATH = '/admin/stock/takes'
const COUNT_PATH = `${STOCK_TAKES_PATH}/count`

/** A draft to count, or an applied stock-take. */
export const stockTakePath = (id: string, notice?: 'saved' | 'applied'): string =>
  `${COUNT_PATH}?${new URLSearchParams({ take: id, ...(notice && { notice: `stock-take-${notice}` }) })}`
