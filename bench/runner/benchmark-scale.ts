/** `BENCH_SCALE=0.05 npm run bench` shortens all benchmarks to check that they work, and does not write the report. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 1)

export const isFullScale = SCALE === 1
export const scaled = (fullCount: number, minimum = 1) => Math.max(minimum, Math.round(fullCount * SCALE))
