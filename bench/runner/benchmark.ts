export type Benchmark = {
  /** The name for `npm run bench -- name`. */
  name: string
  title: string
  /** The introduction in the report: what is measured, how often, and how to read it. */
  about: string
  measure: () => Promise<BenchmarkTable>
}

export type BenchmarkTable = {
  columns: readonly string[]
  rows: readonly (readonly string[])[]
  note?: string
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function formatMedianWithRange(values: readonly number[], show: (value: number) => string): string {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)].map(show)
  return least === most ? middle! : `${middle} (${least}–${most})`
}

export const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil((sorted.length * share) / 100) - 1)]!
}
