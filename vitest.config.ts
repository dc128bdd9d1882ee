import { defineConfig } from 'vitest/config'

const everywhere = ['{db,shop,web,server,scripts,tests}/**/*.test.{ts,tsx}']
const needsPostgres = ['{db,shop,web,server,scripts,tests}/**/*.sql.test.ts']

/** `npx vitest run --project unit` needs no database; files named *.sql.test.ts run on the newest and the oldest PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: everywhere, exclude: needsPostgres } },
      { test: { name: 'sql-18', include: needsPostgres, globalSetup: 'tests/setup-databases.ts' } },
      { test: { name: 'sql-15', include: needsPostgres, globalSetup: 'tests/setup-databases.ts' } },
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
