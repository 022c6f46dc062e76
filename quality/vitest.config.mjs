// The tests that may kill a mutant: the pure ones of `domain` and of the paper brokerage. Without PostgreSQL, without the
// suite that runs hledger (an outside program is not installed everywhere, and the table must be the same everywhere), and
// without the files that test no money and take seconds.
import { defineConfig } from 'vitest/config'
import { QuickFirst } from './quick-first.mjs'

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/domain/src/**/*.test.ts', 'packages/paper-broker/src/**/*.pure.test.ts'],
    exclude: [
      '**/*.{long,process}.test.ts',
      'packages/domain/src/fund/export-hledger.test.ts',
      'packages/domain/src/{alert,calendar,indicator,testing}/**',
      'packages/paper-broker/src/{config,conformance,market-data}/**',
    ],
    testTimeout: 60_000,
    isolate: false,
    setupFiles: ['quality/fail-at-once.mjs'],
    sequence: { sequencer: QuickFirst },
  },
})
