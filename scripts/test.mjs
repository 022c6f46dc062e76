// `npm test`: installs what a fresh clone lacks, then runs the static checks in parallel, the build, unit and API
// tests, and browser journeys; all of them, whatever fails on the way. The last line is the total: `N passed, N
// failed`.
import { fileURLToPath } from 'node:url'
import { checkSteps } from './test-run/check-steps.mjs'
import { useContentSeed } from './test-run/content-seed.mjs'
import { runGroups } from './test-run/run-groups.mjs'
import { buildStep, journeysStep, programsStep, unitStep } from './test-run/test-steps.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

useContentSeed(root, console.log)
await runGroups(root, [
  [programsStep(root)],
  checkSteps(root),
  [buildStep(root)],
  [unitStep(root, 'unit and API tests')],
  [journeysStep(root, 'browser journeys')],
])
