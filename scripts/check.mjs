// `npm run check`: the checks that take about a minute. Static checks in parallel, then the pure and component tests.
// `npm run check -- --changed` runs the tests that the uncommitted change affects; `--changed=REV` those changed since
// REV.
import { fileURLToPath } from 'node:url'
import { checkSteps } from './test-run/check-steps.mjs'
import { runGroups } from './test-run/run-groups.mjs'
import { runVitest } from './test-run/run-vitest.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const options = process.argv.slice(2)
const isPartial = options.some((option) => option.startsWith('--changed'))

await runGroups(root, [
  checkSteps(root),
  [
    [
      'pure and component tests',
      () =>
        runVitest(root, 'pure and component tests', {
          args: ['--project=pure', '--project=component', '--project=component-alone', ...options],
          mayBeEmpty: isPartial,
        }),
    ],
  ],
])
