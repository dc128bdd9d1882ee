const BATCHES_PATH = '/admin/stock/batches'

export const batchesPath = (productId: string): string =>
  `${BATCHES_PATH}?${new URLSearchParams({ product: productId })}`
