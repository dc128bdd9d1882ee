/** `BENCH_SCALE=0.05 npm run bench` shortens all benchmarks to check that they work, and does not write the report. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 1)

/** `BENCH_ORDERS=12000000` fills the large shop with another number than 500,000; the report is then not written either. */
export const largeShopOrders = Number(process.env['BENCH_ORDERS'] ?? 500_000)
export const isFullScale = SCALE === 1 && process.env['BENCH_ORDERS'] === undefined
export const scaled = (fullCount: number, minimum = 1) => Math.max(minimum, Math.round(fullCount * SCALE))
