import { defineConfig } from 'vitest/config'

const allTests = ['{db,shop,web,server,scripts,tests}/**/*.test.{ts,tsx}']
/** Requests to the built shop. */
const requestTests = ['tests/requests/**/*.test.ts']
/** Tests that start their own shops and may run in parallel. */
const ownShopTests = [
  'admin/admin-command',
  'catalogue/first-page-size',
  'checkout/delivery-charges',
  'security/malformed-values',
  'security/upload-memory',
  'server/backup',
  'server/crash-recovery',
  'server/custom-shop-identity',
  'server/deployed-proxies',
  'server/lost-data-directory',
  'server/monitoring',
  'server/owner-switches',
  'server/page-cache',
  'server/proofs',
  'server/query-budget',
  'server/readiness',
  'server/s3-picture-store',
  'server/server-start',
  'server/trusted-proxies',
]
const ownShopTestFiles = ownShopTests.map((name) => `tests/requests/${name}.test.ts`)
const sqlTests = ['{db,shop,web,server,scripts,tests}/**/*.sql.test.ts']
/** Tests that replace modules or globals. */
const isolatedTests = ['{db,shop,web,server,scripts,tests}/**/*.isolated.test.{ts,tsx}']

/** `npx vitest run --project 'unit*'` needs no database; *.sql.test.ts files run on the newest and the oldest supported PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      // One module registry for all files of a worker takes half the time.
      {
        test: {
          name: 'unit',
          include: allTests,
          exclude: [...sqlTests, ...requestTests, ...isolatedTests],
          isolate: false,
        },
      },
      { test: { name: 'unit-isolated', include: isolatedTests } },
      {
        test: {
          name: 'sql-18',
          include: sqlTests,
          isolate: false,
          globalSetup: 'tests/fixtures/databases/setup-databases.ts',
        },
      },
      {
        test: {
          name: 'sql-15',
          include: sqlTests,
          isolate: false,
          globalSetup: 'tests/fixtures/databases/setup-databases.ts',
        },
      },
      {
        test: {
          name: 'requests',
          include: requestTests,
          isolate: false,
          exclude: ownShopTestFiles,
          globalSetup: 'tests/fixtures/shops/setup-shop.ts',
        },
      },
      {
        test: { name: 'shops', include: ownShopTestFiles, globalSetup: 'tests/fixtures/shops/setup-shop.ts' },
      },
    ],
    // Generous, for busy machines.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
