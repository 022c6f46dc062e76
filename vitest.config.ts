// Packages are tested from their sources (condition "source"), so nothing has to be built first.
//
// Four projects, by what a test needs:
//   pure       nothing but this process: all packages without a database, and `*.pure.test.ts` of the two servers
//   component  a DOM without a browser: `*.test.tsx` of the pages
//   api        a database, and real HTTP inside this process: the rest of the two servers
//   process    programs of its own (browser, PostgreSQL, server) or a module replaced: `*.process.test.ts`, `*.browser.test.ts`
// Files of `pure`, `component` and `api` share their workers' modules; a test there leaves no module changed behind.
//
// TEST_TIER=long (`npm run test:long`) runs what `npm test` leaves out: the project `long`, which is every `*.long.test.ts`, and with
// many more runs each file of the other projects that calls `propertyRuns`.
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { ProjectSequencer } from './scripts/test-run/project-sequencer.mjs'

const servers = 'packages/{server,paper-broker}/src/**'
const programs = 'packages/*/src/**/*.{process,browser}.test.ts'
const components = 'packages/web/src/**/*.test.tsx'
const replacedModules = ['packages/server/src/features/security/{password,register-user}.test.ts']
/** Component tests that replace a module: those before them have loaded the real one. */
const replacedParts = ['packages/web/src/features/{calculator/calculators,comparator/comparator-screen}.test.tsx']
const long = ['packages/*/src/**/*.long.test.{ts,tsx}', 'scripts/**/*.long.test.mjs']

const isLongTier = process.env['TEST_TIER'] === 'long'
/** What the tier at hand takes away from `pure`, `api` and `process`. */
const elsewhere = isLongTier ? [...long, ...filesWithoutProperties()] : long

/** Repeats the order of a run: TEST_SEED=N npm test. */
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000_000)

/** A run with a deadline skips what it has not begun by then. */
const setUpDeadline = process.env['TEST_DEADLINE'] === undefined ? [] : ['scripts/test-run/skip-after-deadline.mjs']

const shared = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
}
/** Many more runs of a property take minutes, in the long tier or asked for with PROPERTY_RUNS. */
const hasManyRuns = isLongTier || process.env['PROPERTY_RUNS'] !== undefined
const limits = {
  testTimeout: hasManyRuns ? 600_000 : 60_000,
  hookTimeout: 120_000,
  setupFiles: setUpDeadline,
}

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ['packages/server/src/testing/vitest-database.ts', 'packages/server/src/testing/vitest-programs.ts'],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: ProjectSequencer, seed },
    projects: [
      {
        ...shared,
        test: {
          ...limits,
          name: 'pure',
          isolate: false,
          include: ['packages/*/src/**/*.test.{ts,tsx}', `${servers}/*.pure.test.ts`, 'scripts/**/*.test.mjs'],
          exclude: [
            `${servers}/!(*.pure).test.ts`,
            programs,
            components,
            'scripts/**/*.process.test.mjs',
            ...elsewhere,
          ],
        },
      },
      componentProject('component', {
        isolate: false,
        include: [components],
        exclude: [...replacedParts, ...elsewhere],
      }),
      componentProject('component-alone', { include: replacedParts, exclude: elsewhere }),
      {
        ...shared,
        test: {
          ...limits,
          name: 'api',
          isolate: false,
          include: [`${servers}/*.test.ts`],
          exclude: [`${servers}/*.pure.test.ts`, programs, ...replacedModules, ...elsewhere],
        },
      },
      {
        ...shared,
        test: {
          ...limits,
          name: 'process',
          include: [programs, 'scripts/**/*.process.test.mjs', ...replacedModules],
          exclude: elsewhere,
        },
      },
      ...(isLongTier ? [{ ...shared, test: { ...limits, hookTimeout: 600_000, name: 'long', include: long } }] : []),
    ],
  },
})

function componentProject(name: string, files: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return {
    ...shared,
    define: { __APP_VERSION__: JSON.stringify('1.2.3') },
    test: {
      ...limits,
      name,
      environment: 'happy-dom',
      environmentOptions: {
        happyDOM: {
          settings: {
            // No script of another origin is loaded; a page goes on as if it were.
            handleDisabledFileLoadingAsSuccess: true,
            // A link to a file or to another page would move the page of all later tests to that address.
            navigation: {
              disableMainFrameNavigation: true,
              disableChildPageNavigation: true,
              disableFallbackToSetURL: true,
            },
          },
        },
      },
      setupFiles: ['packages/web/src/testing/set-up.ts', ...setUpDeadline],
      ...files,
    },
  }
}

function filesWithoutProperties(): string[] {
  const folders = readdirSync('packages').map((name) => `packages/${name}/src`)
  const files = ['scripts', ...folders].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  return files.filter(
    (file) => /\.test\.(tsx?|mjs)$/.test(file) && !readFileSync(file, 'utf8').includes('propertyRuns('),
  )
}
