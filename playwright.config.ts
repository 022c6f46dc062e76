// The browser journeys: a worker for each core, at most two, and a browser that can reach nothing but this machine. A journey has one
// try everywhere (docs/decisions/0026-one-try.md).
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/set-up/find-chromium.mjs'

// Undefined leaves the choice to Playwright's own browser, whose absence it reports with the command that installs it.
const executablePath = findChromium()

export default defineConfig({
  testDir: 'e2e/journeys',
  globalSetup: './e2e/support/start-run-database.ts',
  // `npm run test:long` runs the journeys that are left out of `npm test` (docs/decisions/0029-three-tiers-of-tests.md).
  ...(process.env['TEST_TIER'] === 'long' ? { testMatch: '**/*.long.spec.ts' } : { testIgnore: '**/*.long.spec.ts' }),
  outputDir: 'test-results',
  workers: Math.min(2, availableParallelism()),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // The JSON goes to the file PLAYWRIGHT_JSON_OUTPUT_FILE names; without one only the list is shown.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A dialog is there at once instead of after its animation.
    contextOptions: { reducedMotion: 'reduce' },
    // Requests that a worker answers pass by `page.route`; the journey about the worker allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // A trace costs a fifth of a journey's time; `--trace on` records one.
    trace: 'off',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-proxy-server',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ],
    },
  },
})
