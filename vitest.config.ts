import { defineConfig } from 'vitest/config'

const everywhere = ['{db,shop,web,server,scripts,tests}/**/*.test.{ts,tsx}']
/** Whole requests to the built shop. */
const needsShop = ['tests/requests/**/*.test.ts']
/** Those that start shops of their own, and so may go side by side. */
const startsShops = [
  'admin-command', 'crash', 'lost-data', 'odd-values', 'other-identity', 'page-cache', 'proofs', 'query-budget', 's3-store', 'start', 'upload-memory',
]
const shopsOfTheirOwn = startsShops.map((name) => `tests/requests/${name}.test.ts`)
const needsPostgres = ['{db,shop,web,server,scripts,tests}/**/*.sql.test.ts']

/** `npx vitest run --project unit` needs no database; files named *.sql.test.ts run on the newest and the oldest PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: everywhere, exclude: [...needsPostgres, ...needsShop] } },
      { test: { name: 'sql-18', include: needsPostgres, globalSetup: 'tests/setup-databases.ts' } },
      { test: { name: 'sql-15', include: needsPostgres, globalSetup: 'tests/setup-databases.ts' } },
      { test: { name: 'requests', include: needsShop, exclude: shopsOfTheirOwn, globalSetup: 'tests/setup-shop.ts' } },
      { test: { name: 'shops', include: shopsOfTheirOwn, globalSetup: 'tests/setup-shop.ts' } },
    ],
    // A machine that runs other tests as well takes its time; what never comes is found all the same.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
