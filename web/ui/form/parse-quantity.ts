/**
 * What somebody typed where a quantity is asked for.
 * Out: the quantity; the maximum for any whole number beyond it; null for what is no whole number, or less than the minimum.
 */
export function parseQuantity(input: string, min: number, max: number): number | null {
  const text = input.trim()
  if (!/^\d+$/.test(text)) return null
  const quantity = Number(text)
  return quantity < min ? null : Math.min(quantity, max)
}
