import type { AdminProductRow } from './admin-product.ts'

const digitsOf = (text: string) => text.replaceAll(/[\s-]/g, '').padStart(14, '0')

/** Whether a search equals the SKU or barcode, as in find_product_by_code(); a UPC is its EAN with a leading 0. */
export const isProductCode = (
  { sku, barcode }: Pick<AdminProductRow, 'sku' | 'barcode'>,
  search: string,
): boolean =>
  sku?.toLowerCase() === search.trim().toLowerCase() ||
  (barcode !== null && digitsOf(barcode) === digitsOf(search))

/** Scanned products first, then those with the words in their name; others match by other texts. */
export function sortFoundProducts<Product extends Pick<AdminProductRow, 'name' | 'sku' | 'barcode'>>(
  products: readonly Product[],
  search: string,
): Product[] {
  const rankOf = (product: Product) => {
    if (isProductCode(product, search)) return 0
    return product.name.toLowerCase().includes(search.toLowerCase()) ? 1 : 2
  }
  return products.toSorted((one, other) => rankOf(one) - rankOf(other))
}
