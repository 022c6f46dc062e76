// `npm run test:long`: the tests that take too long for every change. Real price files, killed programs, several
// processes, and every property test with many more runs. The last line is the total: `N passed, N failed`. With
// TEST_DEADLINE in the environment, what has not begun by then is skipped and named.
import { fileURLToPath } from 'node:url'
import { useContentSeed } from './test-run/content-seed.mjs'
import { buildStep, journeysStep, programsStep, unitStep } from './test-run/test-steps.mjs'
import { runGroups } from './test-run/run-groups.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.env['TEST_TIER'] = 'long'

useContentSeed(root, console.log)
await runGroups(root, [
  [programsStep(root)],
  [buildStep(root)],
  [unitStep(root, 'long unit and API tests', 0.6)],
  [journeysStep(root, 'long browser journeys')],
])
