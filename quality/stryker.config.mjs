// Mutation testing: `npm run test:mutation` changes the money code one expression at a time and expects a red test for
// each change. See docs/decisions/0059-mutation-testing.md.
import { join } from 'node:path'

const folder = 'quality/tmp'

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'quality/vitest.config.mjs' },
  plugins: ['@stryker-mutator/vitest-runner', join(import.meta.dirname, 'ignore-texts.mjs')],
  ignorers: ['texts'],
  coverageAnalysis: 'perTest',
  // Only what the tests read is copied for the run.
  ignorePatterns: [
    '/*',
    '!/package.json',
    '!/tsconfig.base.json',
    '!/quality',
    '/quality/tmp',
    '!/packages',
    '/packages/*',
    '!/packages/domain',
    '!/packages/paper-broker',
    '!/packages/simulated-market',
    '/packages/simulated-market/*',
    '!/packages/simulated-market/tsconfig.json',
    '/packages/*/dist',
  ],
  tempDirName: `${folder}/sandbox`,
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: `${folder}/report.json` },
  concurrency: Number(process.env['MUTATION_WORKERS'] ?? 1),
  timeoutMS: 10_000,
  allowEmpty: true,
  checkers: [],
  disableTypeChecks: false,
  warnings: { unknownOptions: true },
}
