/**
 * Parses a typed quantity. Returns the maximum for larger whole numbers, null for anything else that is no whole number
 * or below the minimum.
 */
export function parseQuantity(input: string, min: number, max: number): number | null {
  const text = input.trim()
  if (!/^\d+$/.test(text)) return null
  const quantity = Number(text)
  return quantity < min ? null : Math.min(quantity, max)
}
