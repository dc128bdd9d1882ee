import { toPence } from '#shop/money/money.ts'

/** In thousandths (milligrams or microlitres): integers, so that only the final division rounds. */
type NetWeight = { thousandths: number; unit: 'kg' | 'litre' }

const MEASURES = {
  g: { unit: 'kg', thousandths: 1_000 },
  kg: { unit: 'kg', thousandths: 1_000_000 },
  ml: { unit: 'litre', thousandths: 1_000 },
  cl: { unit: 'litre', thousandths: 10_000 },
  l: { unit: 'litre', thousandths: 1_000_000 },
} as const
const MAX_THOUSANDTHS = 1_000_000_000

/** '100g', '1.5 kg', '500ml' or '6 x 50g'; null if unreadable or zero. */
export function parseNetWeight(netWeight: string | null): NetWeight | null {
  const parts = /^(?:(\d{1,4})\s*[x×]\s*)?(\d{1,6}(?:\.\d{1,3})?)\s*(kg|g|ml|cl|l)$/i.exec(
    netWeight?.trim() ?? '',
  )
  if (!parts) return null
  const measure = MEASURES[parts[3]!.toLowerCase() as keyof typeof MEASURES]
  const thousandths = Math.round(Number(parts[1] ?? 1) * Number(parts[2]) * measure.thousandths)
  return thousandths > 0 && thousandths <= MAX_THOUSANDTHS ? { thousandths, unit: measure.unit } : null
}

/** '£47.50 per kg' (Price Marking Order 2004), to a tenth of a penny below £1. Takes pounds; null if the weight cannot be read. */
export function unitPrice(price: number, netWeight: string | null): string | null {
  const weight = parseNetWeight(netWeight)
  if (!weight) return null
  const penceTimesMillion = toPence(price) * 1_000_000
  const tenths = Math.round((penceTimesMillion * 10) / weight.thousandths)
  if (tenths < 1000) return `${(tenths / 10).toFixed(1).replace(/\.0$/, '')}p per ${weight.unit}`
  const pence = String(Math.round(penceTimesMillion / weight.thousandths))
  const pounds = pence.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return `£${pounds}.${pence.slice(-2)} per ${weight.unit}`
}
