import { defineConfig } from 'vitest/config'

// Packages are tested from their sources (condition "source"), so nothing has to be built first.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    globalSetup: ['packages/server/src/testing/vitest-database.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
