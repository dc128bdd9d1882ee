import '#server/production-mode.ts'
import { run } from '#server/run.ts'
import { RATE_LIMITS, type RateLimits } from '#shop/accounts/rate-limits.ts'

/** Tests sign in far more often than people do; the limits themselves have tests of their own. */
const generous = Object.fromEntries(
  Object.keys(RATE_LIMITS).map((name) => [name, { tries: 1_000_000, everySeconds: 1 }]),
) as RateLimits

/** The shop as `npm start` runs it, but for the limits on guessing. */
await run(process.env, { rateLimits: generous })
