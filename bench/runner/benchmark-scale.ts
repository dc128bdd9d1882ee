/** `BENCH_SCALE=0.05 npm run bench` does that much of everything, to see in minutes whether it works; it leaves the report as it is. */
const SCALE = Number(process.env['BENCH_SCALE'] ?? 1)

export const isFullScale = SCALE === 1
/** So many of what the whole measurement does so often. */
export const scaled = (whole: number, least = 1) => Math.max(least, Math.round(whole * SCALE))
