import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium-path.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  workers: 2,
  // The longest takes a tenth of this on a machine of its own; a busy one must not turn it red.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
    // A trace costs a third of the time; `--trace on` makes one where a failure has to be understood.
    screenshot: 'only-on-failure',
  },
})
