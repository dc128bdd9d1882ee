export function parseQuantity(input: string, min: number, max: number): number | null {
  const text = input.trim()
  if (!/^\d+$/.test(text)) return null
  const quantity = Number(text)
  return quantity < min ? null : Math.min(quantity, max)
}
