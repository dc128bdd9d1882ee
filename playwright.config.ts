import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium-path.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  globalSetup: './tests/fixtures/browser/prepare-run.ts',
  // One more than cores, because a journey mostly waits: for an animation, a response, the next poll.
  workers: 3,
  // Ten times the longest test, for busy machines.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/report.json' }],
    // Writes only if `npm test -- slowest` runs it.
    ['./tests/fixtures/browser/work-log-reporter.ts'],
  ],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Animations take a sixth of the time; tests of animations set 'no-preference'.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without this, the headless shell would round letters to whole pixels, as no desktop browser does.
        '--font-render-hinting=none',
      ],
    },
    // Tracing costs a third of the time; use `--trace on` to investigate a failure.
    screenshot: 'only-on-failure',
  },
})
