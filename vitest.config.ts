import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const allTests = ['{app,features,kit,shop,platform,scripts,tests}/**/*.test.{ts,tsx}']
/** Requests to the built shop. */
const requestTests = ['tests/requests/**/*.test.ts']
/** Tests that start their own shops and may run in parallel; the longest first, so that no worker waits for the last. */
const ownShopTests = [
  'server/server-start',
  'server/custom-shop-identity',
  'server/proofs',
  'security/malformed-values',
  'platform/backup',
  'server/crash-recovery',
  'admin/admin-command',
  'server/readiness',
  'platform/page-cache',
  'catalogue/first-page-size',
  'security/upload-memory',
  'server/deployed-proxies',
  'server/lost-data-directory',
  'server/monitoring',
  'server/owner-switches',
  'server/query-budget',
  'server/s3-picture-store',
  'server/trusted-proxies',
]
const ownShopTestFiles = ownShopTests.map((name) => `tests/requests/${name}.test.ts`)
const sqlTests = ['{app,features,kit,shop,platform,scripts,tests}/**/*.sql.test.ts']
/** Builds the previous release with its own packages; `npm run prove -- former-build` runs it. */
const formerBuildTests = ['prove/former-build/former-build.test.ts']
/** Tests that replace modules or globals. */
const isolatedTests = ['{app,features,kit,shop,platform,scripts,tests}/**/*.isolated.test.{ts,tsx}']

/** By default Vitest starts with the largest files. */
class DeclaredOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = ownShopTestFiles.findIndex((path) => moduleId.endsWith(path))
      return index < 0 ? ownShopTestFiles.length : index
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

/** `npx vitest run --project 'unit*'` needs no database; *.sql.test.ts files run on the newest and the oldest supported PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      // Sharing one module registry among the files of a worker halves the time.
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
        test: {
          name: 'shops',
          include: ownShopTestFiles,
          isolate: false,
          globalSetup: 'tests/fixtures/shops/setup-shop.ts',
        },
      },
      { test: { name: 'former-build', include: formerBuildTests } },
    ],
    sequence: { sequencer: DeclaredOrder },
    // Generous, for busy machines.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
})
